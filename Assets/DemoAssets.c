// Written by draw/draw.py; edit the table in draw/contents.py.

#include "DemoAssets.h"

extern const unsigned char halftone_demo_aurora_over_the_fjord_jpg[], halftone_demo_aurora_over_the_fjord_jpg_end[];
extern const unsigned char halftone_demo_glass_gold_and_clay_jpg[], halftone_demo_glass_gold_and_clay_jpg_end[];
extern const unsigned char halftone_demo_seven_balloons_jpg[], halftone_demo_seven_balloons_jpg_end[];
extern const unsigned char halftone_demo_butterfly_png[], halftone_demo_butterfly_png_end[];
extern const unsigned char halftone_demo_seven_ridges_at_dawn_jpg[], halftone_demo_seven_ridges_at_dawn_jpg_end[];
extern const unsigned char halftone_demo_koi_among_the_lilies_jpg[], halftone_demo_koi_among_the_lilies_jpg_end[];
extern const unsigned char halftone_demo_tulips_and_a_windmill_jpg[], halftone_demo_tulips_and_a_windmill_jpg_end[];
extern const unsigned char halftone_demo_lighthouse_at_dusk_jpg[], halftone_demo_lighthouse_at_dusk_jpg_end[];
extern const unsigned char halftone_demo_islands_in_a_turquoise_sea_jpg[], halftone_demo_islands_in_a_turquoise_sea_jpg_end[];
extern const unsigned char halftone_demo_ringed_planet_cut_out_png[], halftone_demo_ringed_planet_cut_out_png_end[];
extern const unsigned char halftone_demo_bowl_of_fruit_jpg[], halftone_demo_bowl_of_fruit_jpg_end[];
extern const unsigned char halftone_demo_seahorse_valley_jpg[], halftone_demo_seahorse_valley_jpg_end[];
extern const unsigned char halftone_demo_moonlit_sea_jpg[], halftone_demo_moonlit_sea_jpg_end[];
extern const unsigned char halftone_demo_sunflower_jpg[], halftone_demo_sunflower_jpg_end[];
extern const unsigned char halftone_demo_into_the_deep_jpg[], halftone_demo_into_the_deep_jpg_end[];
extern const unsigned char halftone_demo_neon_drive_jpg[], halftone_demo_neon_drive_jpg_end[];
extern const unsigned char halftone_demo_misty_spruce_forest_jpg[], halftone_demo_misty_spruce_forest_jpg_end[];
extern const unsigned char halftone_demo_truchet_ribbons_png[], halftone_demo_truchet_ribbons_png_end[];
extern const unsigned char halftone_demo_eruption_jpg[], halftone_demo_eruption_jpg_end[];
extern const unsigned char halftone_demo_blossom_on_the_hill_jpg[], halftone_demo_blossom_on_the_hill_jpg_end[];
extern const unsigned char halftone_demo_alpine_lake_jpg[], halftone_demo_alpine_lake_jpg_end[];
extern const unsigned char halftone_demo_city_at_dusk_jpg[], halftone_demo_city_at_dusk_jpg_end[];
extern const unsigned char halftone_demo_balloon_cut_out_png[], halftone_demo_balloon_cut_out_png_end[];
extern const unsigned char halftone_demo_rose_nebula_jpg[], halftone_demo_rose_nebula_jpg_end[];
extern const unsigned char halftone_demo_cat_before_the_moon_jpg[], halftone_demo_cat_before_the_moon_jpg_end[];
extern const unsigned char halftone_demo_marbles_in_the_sun_jpg[], halftone_demo_marbles_in_the_sun_jpg_end[];
extern const unsigned char halftone_demo_chain_of_mountains_jpg[], halftone_demo_chain_of_mountains_jpg_end[];
extern const unsigned char halftone_demo_stained_glass_meadow_jpg[], halftone_demo_stained_glass_meadow_jpg_end[];
extern const unsigned char halftone_demo_colour_bars_png[], halftone_demo_colour_bars_png_end[];
extern const unsigned char halftone_demo_towards_sunset_jpg[], halftone_demo_towards_sunset_jpg_end[];
extern const unsigned char halftone_demo_cabin_in_the_snow_jpg[], halftone_demo_cabin_in_the_snow_jpg_end[];
extern const unsigned char halftone_demo_burning_ship_jpg[], halftone_demo_burning_ship_jpg_end[];
extern const unsigned char halftone_demo_autumn_leaf_png[], halftone_demo_autumn_leaf_png_end[];
extern const unsigned char halftone_demo_earthrise_jpg[], halftone_demo_earthrise_jpg_end[];
extern const unsigned char halftone_demo_dunes_before_evening_jpg[], halftone_demo_dunes_before_evening_jpg_end[];
extern const unsigned char halftone_demo_flowing_ink_jpg[], halftone_demo_flowing_ink_jpg_end[];
extern const unsigned char halftone_demo_chrome_cluster_jpg[], halftone_demo_chrome_cluster_jpg_end[];
extern const unsigned char halftone_demo_swelling_squares_png[], halftone_demo_swelling_squares_png_end[];
extern const unsigned char halftone_demo_barnsley_fern_jpg[], halftone_demo_barnsley_fern_jpg_end[];
extern const unsigned char halftone_demo_red_canyon_jpg[], halftone_demo_red_canyon_jpg_end[];
extern const unsigned char halftone_demo_julia_dragons_jpg[], halftone_demo_julia_dragons_jpg_end[];
extern const unsigned char halftone_demo_gem_png[], halftone_demo_gem_png_end[];
extern const unsigned char halftone_demo_tower_of_blocks_jpg[], halftone_demo_tower_of_blocks_jpg_end[];
extern const unsigned char halftone_demo_spiral_galaxy_jpg[], halftone_demo_spiral_galaxy_jpg_end[];
extern const unsigned char halftone_demo_paper_sunset_jpg[], halftone_demo_paper_sunset_jpg_end[];
extern const unsigned char halftone_demo_lightning_over_the_plain_jpg[], halftone_demo_lightning_over_the_plain_jpg_end[];
extern const unsigned char halftone_demo_composition_in_squares_png[], halftone_demo_composition_in_squares_png_end[];
extern const unsigned char halftone_demo_pawns_jpg[], halftone_demo_pawns_jpg_end[];
extern const unsigned char halftone_demo_half_moon_jpg[], halftone_demo_half_moon_jpg_end[];
extern const unsigned char halftone_demo_snowflake_png[], halftone_demo_snowflake_png_end[];
extern const unsigned char halftone_demo_ringed_planet_jpg[], halftone_demo_ringed_planet_jpg_end[];
extern const unsigned char halftone_demo_rose_window_jpg[], halftone_demo_rose_window_jpg_end[];
extern const unsigned char halftone_demo_newton_basins_jpg[], halftone_demo_newton_basins_jpg_end[];
extern const unsigned char halftone_demo_spirograph_png[], halftone_demo_spirograph_png_end[];
extern const unsigned char halftone_demo_total_eclipse_jpg[], halftone_demo_total_eclipse_jpg_end[];
extern const unsigned char halftone_demo_silk_attractor_jpg[], halftone_demo_silk_attractor_jpg_end[];
extern const unsigned char halftone_demo_seven_waves_jpg[], halftone_demo_seven_waves_jpg_end[];
extern const unsigned char halftone_demo_mandelbrot_jpg[], halftone_demo_mandelbrot_jpg_end[];
extern const unsigned char halftone_demo_rings_on_the_pond_jpg[], halftone_demo_rings_on_the_pond_jpg_end[];
extern const unsigned char halftone_demo_gamma_chart_png[], halftone_demo_gamma_chart_png_end[];
extern const unsigned char halftone_demo_reading_chart_png[], halftone_demo_reading_chart_png_end[];
extern const unsigned char halftone_demo_alpha_chart_png[], halftone_demo_alpha_chart_png_end[];

// The end stands beside each picture because a difference of two labels is no constant in C.
static const struct {
    struct HalftoneDemoPicture picture;
    const unsigned char *end;
} halftone_demo_pictures[] = {
    {{"aurora-over-the-fjord.jpg", "Aurora over the fjord", "Green and violet curtains over a fjord that mirrors them. Smooth gradients show banding at once.", "image/jpeg",
      halftone_demo_aurora_over_the_fjord_jpg, 0, 1600, 1000}, halftone_demo_aurora_over_the_fjord_jpg_end},
    {{"glass-gold-and-clay.jpg", "Glass, gold and clay", "Three ray-traced spheres on a checkered table: glass refracts, gold reflects, clay scatters.", "image/jpeg",
      halftone_demo_glass_gold_and_clay_jpg, 0, 1200, 800}, halftone_demo_glass_gold_and_clay_jpg_end},
    {{"seven-balloons.jpg", "Seven balloons in the morning", "Seven striped balloons over hills, lit from the left.", "image/jpeg",
      halftone_demo_seven_balloons_jpg, 0, 1260, 900}, halftone_demo_seven_balloons_jpg_end},
    {{"butterfly.png", "Butterfly", "Wings after Fay's butterfly curve, painted like a monarch's in blue, and cut out.", "image/png",
      halftone_demo_butterfly_png, 0, 810, 720}, halftone_demo_butterfly_png_end},
    {{"seven-ridges-at-dawn.jpg", "Seven ridges at dawn", "Seven ridges, each paler the further it lies.", "image/jpeg",
      halftone_demo_seven_ridges_at_dawn_jpg, 0, 1600, 1000}, halftone_demo_seven_ridges_at_dawn_jpg_end},
    {{"koi-among-the-lilies.jpg", "Koi among the lilies", "Koi among lily pads in dark green water.", "image/jpeg",
      halftone_demo_koi_among_the_lilies_jpg, 0, 1200, 900}, halftone_demo_koi_among_the_lilies_jpg_end},
    {{"tulips-and-a-windmill.jpg", "Tulips and a windmill", "Stripes of tulips run to a windmill. A progressive JPEG: previews arrive while it loads.", "image/jpeg",
      halftone_demo_tulips_and_a_windmill_jpg, 0, 1080, 720}, halftone_demo_tulips_and_a_windmill_jpg_end},
    {{"lighthouse-at-dusk.jpg", "Lighthouse at dusk", "A striped lighthouse, its beam across the dusk. Stored lying on its side (EXIF orientation 6).", "image/jpeg",
      halftone_demo_lighthouse_at_dusk_jpg, 0, 800, 1000}, halftone_demo_lighthouse_at_dusk_jpg_end},
    {{"islands-in-a-turquoise-sea.jpg", "Islands in a turquoise sea", "Green islands with beaches, from the air. The sea is paler where it is shallow.", "image/jpeg",
      halftone_demo_islands_in_a_turquoise_sea_jpg, 0, 1280, 800}, halftone_demo_islands_in_a_turquoise_sea_jpg_end},
    {{"ringed-planet-cut-out.png", "A ringed planet, cut out", "The ringed planet alone: what lies behind it shows through.", "image/png",
      halftone_demo_ringed_planet_cut_out_png, 0, 840, 560}, halftone_demo_ringed_planet_cut_out_png_end},
    {{"bowl-of-fruit.jpg", "Bowl of fruit", "Oranges, apples, a lime and grapes in a blue bowl on a wooden table, ray-traced.", "image/jpeg",
      halftone_demo_bowl_of_fruit_jpg, 0, 1000, 750}, halftone_demo_bowl_of_fruit_jpg_end},
    {{"seahorse-valley.jpg", "Seahorse valley", "The Mandelbrot set's seahorse valley, with its iteration counts lit like heights.", "image/jpeg",
      halftone_demo_seahorse_valley_jpg, 0, 960, 600}, halftone_demo_seahorse_valley_jpg_end},
    {{"moonlit-sea.jpg", "Moonlit sea", "A full moon, its road on the water, and a small sailing boat. Most of it is nearly black.", "image/jpeg",
      halftone_demo_moonlit_sea_jpg, 0, 1500, 1000}, halftone_demo_moonlit_sea_jpg_end},
    {{"sunflower.jpg", "Sunflower", "Seeds on Vogel's spiral, two rings of petals, and a blue sky.", "image/jpeg",
      halftone_demo_sunflower_jpg, 0, 900, 900}, halftone_demo_sunflower_jpg_end},
    {{"into-the-deep.jpg", "Into the deep", "From the lit surface down to the jellyfish: three times as high as wide.", "image/jpeg",
      halftone_demo_into_the_deep_jpg, 0, 640, 1920}, halftone_demo_into_the_deep_jpg_end},
    {{"neon-drive.jpg", "Neon drive", "A striped sun over a grid of light, as the eighties dreamt it.", "image/jpeg",
      halftone_demo_neon_drive_jpg, 0, 1280, 800}, halftone_demo_neon_drive_jpg_end},
    {{"misty-spruce-forest.jpg", "Misty spruce forest", "Ranks of spruces, each greener and darker than the one behind, and sunbeams between them.", "image/jpeg",
      halftone_demo_misty_spruce_forest_jpg, 0, 1000, 1400}, halftone_demo_misty_spruce_forest_jpg_end},
    {{"truchet-ribbons.png", "Truchet's ribbons", "Quarter-circle tiles woven into loops, in three colors.", "image/png",
      halftone_demo_truchet_ribbons_png, 0, 1080, 720}, halftone_demo_truchet_ribbons_png_end},
    {{"eruption.jpg", "Eruption at night", "An eruption at night above a black lake. Stored upside down (EXIF orientation 3).", "image/jpeg",
      halftone_demo_eruption_jpg, 0, 1200, 900}, halftone_demo_eruption_jpg_end},
    {{"blossom-on-the-hill.jpg", "Blossom on the hill", "A branching tree in pink bloom on a hill at evening. A progressive JPEG.", "image/jpeg",
      halftone_demo_blossom_on_the_hill_jpg, 0, 1080, 900}, halftone_demo_blossom_on_the_hill_jpg_end},
    {{"alpine-lake.jpg", "Alpine lake", "Snowy peaks above larch woods, mirrored in a turquoise lake.", "image/jpeg",
      halftone_demo_alpine_lake_jpg, 0, 1440, 900}, halftone_demo_alpine_lake_jpg_end},
    {{"city-at-dusk.jpg", "City at dusk", "A city at dusk with its windows lit, doubled in the river: many small bright points.", "image/jpeg",
      halftone_demo_city_at_dusk_jpg, 0, 1400, 900}, halftone_demo_city_at_dusk_jpg_end},
    {{"balloon-cut-out.png", "A balloon, cut out", "One balloon alone, for a background of any color.", "image/png",
      halftone_demo_balloon_cut_out_png, 0, 640, 800}, halftone_demo_balloon_cut_out_png_end},
    {{"rose-nebula.jpg", "Rose nebula", "Rose and teal gas around a dark lane. Averaging in linear light keeps the small stars.", "image/jpeg",
      halftone_demo_rose_nebula_jpg, 0, 1200, 800}, halftone_demo_rose_nebula_jpg_end},
    {{"cat-before-the-moon.jpg", "Cat before the moon", "A cat on a ridge before a great moon.", "image/jpeg",
      halftone_demo_cat_before_the_moon_jpg, 0, 800, 1000}, halftone_demo_cat_before_the_moon_jpg_end},
    {{"marbles-in-the-sun.jpg", "Marbles in the sun", "Glass marbles with a twist of color inside, on warm sand, ray-traced.", "image/jpeg",
      halftone_demo_marbles_in_the_sun_jpg, 0, 960, 640}, halftone_demo_marbles_in_the_sun_jpg_end},
    {{"chain-of-mountains.jpg", "A chain of mountains at sunset", "A whole chain at sunset: alpenglow above, blue valleys of mist below. Three times as wide as high.", "image/jpeg",
      halftone_demo_chain_of_mountains_jpg, 0, 1998, 666}, halftone_demo_chain_of_mountains_jpg_end},
    {{"stained-glass-meadow.jpg", "Stained-glass meadow", "Voronoi panes that together make a sun over hills.", "image/jpeg",
      halftone_demo_stained_glass_meadow_jpg, 0, 1080, 810}, halftone_demo_stained_glass_meadow_jpg_end},
    {{"colour-bars.png", "Colour bars, wedges and circle", "A test card: bars, a circle, resolution wedges, steps of gray, and a frame of ticks.", "image/png",
      halftone_demo_colour_bars_png, 0, 1200, 800}, halftone_demo_colour_bars_png_end},
    {{"towards-sunset.jpg", "Towards sunset", "A red sun sets between steep islands, everything doubled in calm water.", "image/jpeg",
      halftone_demo_towards_sunset_jpg, 0, 1600, 900}, halftone_demo_towards_sunset_jpg_end},
    {{"cabin-in-the-snow.jpg", "Cabin in the snow", "A cabin with warm windows among snowy spruces, stars above.", "image/jpeg",
      halftone_demo_cabin_in_the_snow_jpg, 0, 1200, 900}, halftone_demo_cabin_in_the_snow_jpg_end},
    {{"burning-ship.jpg", "Burning ship", "The small ship on the antenna of the Burning Ship fractal.", "image/jpeg",
      halftone_demo_burning_ship_jpg, 0, 900, 640}, halftone_demo_burning_ship_jpg_end},
    {{"autumn-leaf.png", "Autumn leaf", "A maple leaf turning from gold to red, cut out with a soft edge.", "image/png",
      halftone_demo_autumn_leaf_png, 0, 720, 720}, halftone_demo_autumn_leaf_png_end},
    {{"earthrise.jpg", "Earthrise", "A blue planet over a cratered horizon.", "image/jpeg",
      halftone_demo_earthrise_jpg, 0, 1200, 800}, halftone_demo_earthrise_jpg_end},
    {{"dunes-before-evening.jpg", "Dunes before evening", "Sharp-crested dunes, one side in light, the other in violet shadow; a caravan on the crest.", "image/jpeg",
      halftone_demo_dunes_before_evening_jpg, 0, 1440, 900}, halftone_demo_dunes_before_evening_jpg_end},
    {{"flowing-ink.jpg", "Flowing ink", "Strokes that follow a field of noise, in five inks.", "image/jpeg",
      halftone_demo_flowing_ink_jpg, 0, 960, 720}, halftone_demo_flowing_ink_jpg_end},
    {{"chrome-cluster.jpg", "Chrome cluster at sunset", "A chrome ball with chrome children under a sunset, ray-traced: they mirror each other.", "image/jpeg",
      halftone_demo_chrome_cluster_jpg, 0, 960, 640}, halftone_demo_chrome_cluster_jpg_end},
    {{"swelling-squares.png", "Swelling squares", "A checkerboard that swells into a ball: pure black and white, in a grayscale PNG.", "image/png",
      halftone_demo_swelling_squares_png, 0, 800, 800}, halftone_demo_swelling_squares_png_end},
    {{"barnsley-fern.jpg", "Barnsley's fern", "Points that wander through four affine maps draw a fern on deep green.", "image/jpeg",
      halftone_demo_barnsley_fern_jpg, 0, 700, 1000}, halftone_demo_barnsley_fern_jpg_end},
    {{"red-canyon.jpg", "Red canyon", "Terraced red rock, a river far below, a hard blue sky.", "image/jpeg",
      halftone_demo_red_canyon_jpg, 0, 1120, 800}, halftone_demo_red_canyon_jpg_end},
    {{"julia-dragons.jpg", "Julia dragons", "The Julia set of -0.8 + 0.156i.", "image/jpeg",
      halftone_demo_julia_dragons_jpg, 0, 900, 680}, halftone_demo_julia_dragons_jpg_end},
    {{"gem.png", "Emerald", "A cut emerald seen from above, every facet in its own light.", "image/png",
      halftone_demo_gem_png, 0, 720, 720}, halftone_demo_gem_png_end},
    {{"tower-of-blocks.jpg", "Tower of blocks", "A tower of painted blocks, ray-traced.", "image/jpeg",
      halftone_demo_tower_of_blocks_jpg, 0, 720, 960}, halftone_demo_tower_of_blocks_jpg_end},
    {{"spiral-galaxy.jpg", "Spiral galaxy", "Two blue arms around a golden heart.", "image/jpeg",
      halftone_demo_spiral_galaxy_jpg, 0, 1200, 800}, halftone_demo_spiral_galaxy_jpg_end},
    {{"paper-sunset.jpg", "Paper sunset", "Layers of cut paper down to a low sun; each throws a shadow on the next. A progressive JPEG.", "image/jpeg",
      halftone_demo_paper_sunset_jpg, 0, 1080, 900}, halftone_demo_paper_sunset_jpg_end},
    {{"lightning-over-the-plain.jpg", "Lightning over the plain", "Lightning from a violet cloud over a yellow plain with one tree.", "image/jpeg",
      halftone_demo_lightning_over_the_plain_jpg, 0, 1350, 900}, halftone_demo_lightning_over_the_plain_jpg_end},
    {{"composition-in-squares.png", "Composition with red, blue and yellow", "Rectangles of primary colors between black bars: a terminal loses nothing of it.", "image/png",
      halftone_demo_composition_in_squares_png, 0, 900, 800}, halftone_demo_composition_in_squares_png_end},
    {{"pawns.jpg", "Pawns", "A red and a black pawn stand before two ivory ones, ray-traced.", "image/jpeg",
      halftone_demo_pawns_jpg, 0, 800, 800}, halftone_demo_pawns_jpg_end},
    {{"half-moon.jpg", "Half moon", "The half-lit moon with gray seas and craters, in a grayscale JPEG.", "image/jpeg",
      halftone_demo_half_moon_jpg, 0, 840, 840}, halftone_demo_half_moon_jpg_end},
    {{"snowflake.png", "Snowflake", "A six-armed crystal with a cold glow that fades to nothing.", "image/png",
      halftone_demo_snowflake_png, 0, 640, 640}, halftone_demo_snowflake_png_end},
    {{"ringed-planet.jpg", "The ringed planet", "A ringed giant and two moons before a violet haze.", "image/jpeg",
      halftone_demo_ringed_planet_jpg, 0, 1200, 800}, halftone_demo_ringed_planet_jpg_end},
    {{"rose-window.jpg", "Rose window", "A round window of leaded glass.", "image/jpeg",
      halftone_demo_rose_window_jpg, 0, 840, 840}, halftone_demo_rose_window_jpg_end},
    {{"newton-basins.jpg", "Five basins of Newton", "Which root of z⁵ = 1 Newton's method finds from each point, and how soon.", "image/jpeg",
      halftone_demo_newton_basins_jpg, 0, 800, 800}, halftone_demo_newton_basins_jpg_end},
    {{"spirograph.png", "Spirograph", "Hypotrochoids: a wheel rolls inside a ring, in five inks on night blue.", "image/png",
      halftone_demo_spirograph_png, 0, 800, 800}, halftone_demo_spirograph_png_end},
    {{"total-eclipse.jpg", "Total eclipse", "The corona around the black moon.", "image/jpeg",
      halftone_demo_total_eclipse_jpg, 0, 900, 900}, halftone_demo_total_eclipse_jpg_end},
    {{"silk-attractor.jpg", "Silk", "An attractor of Clifford's, like folded silk.", "image/jpeg",
      halftone_demo_silk_attractor_jpg, 0, 1200, 900}, halftone_demo_silk_attractor_jpg_end},
    {{"seven-waves.jpg", "Seven waves", "Seven plane waves laid over each other: a pattern that never repeats.", "image/jpeg",
      halftone_demo_seven_waves_jpg, 0, 800, 800}, halftone_demo_seven_waves_jpg_end},
    {{"mandelbrot.jpg", "Mandelbrot's set", "The whole set, glowing.", "image/jpeg",
      halftone_demo_mandelbrot_jpg, 0, 900, 700}, halftone_demo_mandelbrot_jpg_end},
    {{"rings-on-the-pond.jpg", "Rings on the pond", "Rings from two stones thrown into a pond, crossing each other.", "image/jpeg",
      halftone_demo_rings_on_the_pond_jpg, 0, 1080, 720}, halftone_demo_rings_on_the_pond_jpg_end},
    {{"gamma-chart.png", "Ramps and gamma, 16 bits", "Smooth ramps 16 bits deep, and lines beside the gray that they average to in linear light.", "image/png",
      halftone_demo_gamma_chart_png, 0, 960, 640}, halftone_demo_gamma_chart_png_end},
    {{"reading-chart.png", "Reading chart", "Rows of capitals, each smaller than the one above, dark on light and light on dark.", "image/png",
      halftone_demo_reading_chart_png, 0, 1200, 800}, halftone_demo_reading_chart_png_end},
    {{"alpha-chart.png", "Six ways to be transparent", "Disks whose edges, stripes and ramps are transparent in different ways; nothing behind them.", "image/png",
      halftone_demo_alpha_chart_png, 0, 960, 640}, halftone_demo_alpha_chart_png_end},
};

size_t halftone_demo_picture_count(void) {
    return sizeof halftone_demo_pictures / sizeof halftone_demo_pictures[0];
}

struct HalftoneDemoPicture halftone_demo_picture(size_t index) {
    if (index >= halftone_demo_picture_count()) {
        static const unsigned char nothing[1];
        return (struct HalftoneDemoPicture){"", "", "", "", nothing, 0, 0, 0};
    }
    struct HalftoneDemoPicture picture = halftone_demo_pictures[index].picture;
    picture.byte_count = (size_t)(halftone_demo_pictures[index].end - picture.bytes);
    return picture;
}
