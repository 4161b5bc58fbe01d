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
    {{"aurora-over-the-fjord.jpg", "Aurora over the fjord", "image/jpeg",
      halftone_demo_aurora_over_the_fjord_jpg, 0, 1600, 1000}, halftone_demo_aurora_over_the_fjord_jpg_end},
    {{"glass-gold-and-clay.jpg", "Glass, gold and clay", "image/jpeg",
      halftone_demo_glass_gold_and_clay_jpg, 0, 1200, 800}, halftone_demo_glass_gold_and_clay_jpg_end},
    {{"seven-balloons.jpg", "Seven balloons in the morning", "image/jpeg",
      halftone_demo_seven_balloons_jpg, 0, 1260, 900}, halftone_demo_seven_balloons_jpg_end},
    {{"butterfly.png", "Butterfly", "image/png",
      halftone_demo_butterfly_png, 0, 810, 720}, halftone_demo_butterfly_png_end},
    {{"seven-ridges-at-dawn.jpg", "Seven ridges at dawn", "image/jpeg",
      halftone_demo_seven_ridges_at_dawn_jpg, 0, 1600, 1000}, halftone_demo_seven_ridges_at_dawn_jpg_end},
    {{"koi-among-the-lilies.jpg", "Koi among the lilies", "image/jpeg",
      halftone_demo_koi_among_the_lilies_jpg, 0, 1200, 900}, halftone_demo_koi_among_the_lilies_jpg_end},
    {{"tulips-and-a-windmill.jpg", "Tulips and a windmill", "image/jpeg",
      halftone_demo_tulips_and_a_windmill_jpg, 0, 1080, 720}, halftone_demo_tulips_and_a_windmill_jpg_end},
    {{"lighthouse-at-dusk.jpg", "Lighthouse at dusk", "image/jpeg",
      halftone_demo_lighthouse_at_dusk_jpg, 0, 800, 1000}, halftone_demo_lighthouse_at_dusk_jpg_end},
    {{"islands-in-a-turquoise-sea.jpg", "Islands in a turquoise sea", "image/jpeg",
      halftone_demo_islands_in_a_turquoise_sea_jpg, 0, 1280, 800}, halftone_demo_islands_in_a_turquoise_sea_jpg_end},
    {{"ringed-planet-cut-out.png", "A ringed planet, cut out", "image/png",
      halftone_demo_ringed_planet_cut_out_png, 0, 840, 560}, halftone_demo_ringed_planet_cut_out_png_end},
    {{"bowl-of-fruit.jpg", "Bowl of fruit", "image/jpeg",
      halftone_demo_bowl_of_fruit_jpg, 0, 1000, 750}, halftone_demo_bowl_of_fruit_jpg_end},
    {{"seahorse-valley.jpg", "Seahorse valley", "image/jpeg",
      halftone_demo_seahorse_valley_jpg, 0, 960, 600}, halftone_demo_seahorse_valley_jpg_end},
    {{"moonlit-sea.jpg", "Moonlit sea", "image/jpeg",
      halftone_demo_moonlit_sea_jpg, 0, 1500, 1000}, halftone_demo_moonlit_sea_jpg_end},
    {{"sunflower.jpg", "Sunflower", "image/jpeg",
      halftone_demo_sunflower_jpg, 0, 900, 900}, halftone_demo_sunflower_jpg_end},
    {{"into-the-deep.jpg", "Into the deep", "image/jpeg",
      halftone_demo_into_the_deep_jpg, 0, 640, 1920}, halftone_demo_into_the_deep_jpg_end},
    {{"neon-drive.jpg", "Neon drive", "image/jpeg",
      halftone_demo_neon_drive_jpg, 0, 1280, 800}, halftone_demo_neon_drive_jpg_end},
    {{"misty-spruce-forest.jpg", "Misty spruce forest", "image/jpeg",
      halftone_demo_misty_spruce_forest_jpg, 0, 1000, 1400}, halftone_demo_misty_spruce_forest_jpg_end},
    {{"truchet-ribbons.png", "Truchet's ribbons", "image/png",
      halftone_demo_truchet_ribbons_png, 0, 1080, 720}, halftone_demo_truchet_ribbons_png_end},
    {{"eruption.jpg", "Eruption at night", "image/jpeg",
      halftone_demo_eruption_jpg, 0, 1200, 900}, halftone_demo_eruption_jpg_end},
    {{"blossom-on-the-hill.jpg", "Blossom on the hill", "image/jpeg",
      halftone_demo_blossom_on_the_hill_jpg, 0, 1080, 900}, halftone_demo_blossom_on_the_hill_jpg_end},
    {{"alpine-lake.jpg", "Alpine lake", "image/jpeg",
      halftone_demo_alpine_lake_jpg, 0, 1440, 900}, halftone_demo_alpine_lake_jpg_end},
    {{"city-at-dusk.jpg", "City at dusk", "image/jpeg",
      halftone_demo_city_at_dusk_jpg, 0, 1400, 900}, halftone_demo_city_at_dusk_jpg_end},
    {{"balloon-cut-out.png", "A balloon, cut out", "image/png",
      halftone_demo_balloon_cut_out_png, 0, 640, 800}, halftone_demo_balloon_cut_out_png_end},
    {{"rose-nebula.jpg", "Rose nebula", "image/jpeg",
      halftone_demo_rose_nebula_jpg, 0, 1200, 800}, halftone_demo_rose_nebula_jpg_end},
    {{"cat-before-the-moon.jpg", "Cat before the moon", "image/jpeg",
      halftone_demo_cat_before_the_moon_jpg, 0, 800, 1000}, halftone_demo_cat_before_the_moon_jpg_end},
    {{"marbles-in-the-sun.jpg", "Marbles in the sun", "image/jpeg",
      halftone_demo_marbles_in_the_sun_jpg, 0, 960, 640}, halftone_demo_marbles_in_the_sun_jpg_end},
    {{"chain-of-mountains.jpg", "A chain of mountains at sunset", "image/jpeg",
      halftone_demo_chain_of_mountains_jpg, 0, 1998, 666}, halftone_demo_chain_of_mountains_jpg_end},
    {{"stained-glass-meadow.jpg", "Stained-glass meadow", "image/jpeg",
      halftone_demo_stained_glass_meadow_jpg, 0, 1080, 810}, halftone_demo_stained_glass_meadow_jpg_end},
    {{"colour-bars.png", "Colour bars, wedges and circle", "image/png",
      halftone_demo_colour_bars_png, 0, 1200, 800}, halftone_demo_colour_bars_png_end},
    {{"towards-sunset.jpg", "Towards sunset", "image/jpeg",
      halftone_demo_towards_sunset_jpg, 0, 1600, 900}, halftone_demo_towards_sunset_jpg_end},
    {{"cabin-in-the-snow.jpg", "Cabin in the snow", "image/jpeg",
      halftone_demo_cabin_in_the_snow_jpg, 0, 1200, 900}, halftone_demo_cabin_in_the_snow_jpg_end},
    {{"burning-ship.jpg", "Burning ship", "image/jpeg",
      halftone_demo_burning_ship_jpg, 0, 900, 640}, halftone_demo_burning_ship_jpg_end},
    {{"autumn-leaf.png", "Autumn leaf", "image/png",
      halftone_demo_autumn_leaf_png, 0, 720, 720}, halftone_demo_autumn_leaf_png_end},
    {{"earthrise.jpg", "Earthrise", "image/jpeg",
      halftone_demo_earthrise_jpg, 0, 1200, 800}, halftone_demo_earthrise_jpg_end},
    {{"dunes-before-evening.jpg", "Dunes before evening", "image/jpeg",
      halftone_demo_dunes_before_evening_jpg, 0, 1440, 900}, halftone_demo_dunes_before_evening_jpg_end},
    {{"flowing-ink.jpg", "Flowing ink", "image/jpeg",
      halftone_demo_flowing_ink_jpg, 0, 960, 720}, halftone_demo_flowing_ink_jpg_end},
    {{"chrome-cluster.jpg", "Chrome cluster at sunset", "image/jpeg",
      halftone_demo_chrome_cluster_jpg, 0, 960, 640}, halftone_demo_chrome_cluster_jpg_end},
    {{"swelling-squares.png", "Swelling squares", "image/png",
      halftone_demo_swelling_squares_png, 0, 800, 800}, halftone_demo_swelling_squares_png_end},
    {{"barnsley-fern.jpg", "Barnsley's fern", "image/jpeg",
      halftone_demo_barnsley_fern_jpg, 0, 700, 1000}, halftone_demo_barnsley_fern_jpg_end},
    {{"red-canyon.jpg", "Red canyon", "image/jpeg",
      halftone_demo_red_canyon_jpg, 0, 1120, 800}, halftone_demo_red_canyon_jpg_end},
    {{"julia-dragons.jpg", "Julia dragons", "image/jpeg",
      halftone_demo_julia_dragons_jpg, 0, 900, 680}, halftone_demo_julia_dragons_jpg_end},
    {{"gem.png", "Emerald", "image/png",
      halftone_demo_gem_png, 0, 720, 720}, halftone_demo_gem_png_end},
    {{"tower-of-blocks.jpg", "Tower of blocks", "image/jpeg",
      halftone_demo_tower_of_blocks_jpg, 0, 720, 960}, halftone_demo_tower_of_blocks_jpg_end},
    {{"spiral-galaxy.jpg", "Spiral galaxy", "image/jpeg",
      halftone_demo_spiral_galaxy_jpg, 0, 1200, 800}, halftone_demo_spiral_galaxy_jpg_end},
    {{"paper-sunset.jpg", "Paper sunset", "image/jpeg",
      halftone_demo_paper_sunset_jpg, 0, 1080, 900}, halftone_demo_paper_sunset_jpg_end},
    {{"lightning-over-the-plain.jpg", "Lightning over the plain", "image/jpeg",
      halftone_demo_lightning_over_the_plain_jpg, 0, 1350, 900}, halftone_demo_lightning_over_the_plain_jpg_end},
    {{"composition-in-squares.png", "Composition with red, blue and yellow", "image/png",
      halftone_demo_composition_in_squares_png, 0, 900, 800}, halftone_demo_composition_in_squares_png_end},
    {{"pawns.jpg", "Pawns", "image/jpeg",
      halftone_demo_pawns_jpg, 0, 800, 800}, halftone_demo_pawns_jpg_end},
    {{"half-moon.jpg", "Half moon", "image/jpeg",
      halftone_demo_half_moon_jpg, 0, 840, 840}, halftone_demo_half_moon_jpg_end},
    {{"snowflake.png", "Snowflake", "image/png",
      halftone_demo_snowflake_png, 0, 640, 640}, halftone_demo_snowflake_png_end},
    {{"ringed-planet.jpg", "The ringed planet", "image/jpeg",
      halftone_demo_ringed_planet_jpg, 0, 1200, 800}, halftone_demo_ringed_planet_jpg_end},
    {{"rose-window.jpg", "Rose window", "image/jpeg",
      halftone_demo_rose_window_jpg, 0, 840, 840}, halftone_demo_rose_window_jpg_end},
    {{"newton-basins.jpg", "Five basins of Newton", "image/jpeg",
      halftone_demo_newton_basins_jpg, 0, 800, 800}, halftone_demo_newton_basins_jpg_end},
    {{"spirograph.png", "Spirograph", "image/png",
      halftone_demo_spirograph_png, 0, 800, 800}, halftone_demo_spirograph_png_end},
    {{"total-eclipse.jpg", "Total eclipse", "image/jpeg",
      halftone_demo_total_eclipse_jpg, 0, 900, 900}, halftone_demo_total_eclipse_jpg_end},
    {{"silk-attractor.jpg", "Silk", "image/jpeg",
      halftone_demo_silk_attractor_jpg, 0, 1200, 900}, halftone_demo_silk_attractor_jpg_end},
    {{"seven-waves.jpg", "Seven waves", "image/jpeg",
      halftone_demo_seven_waves_jpg, 0, 800, 800}, halftone_demo_seven_waves_jpg_end},
    {{"mandelbrot.jpg", "Mandelbrot's set", "image/jpeg",
      halftone_demo_mandelbrot_jpg, 0, 900, 700}, halftone_demo_mandelbrot_jpg_end},
    {{"rings-on-the-pond.jpg", "Rings on the pond", "image/jpeg",
      halftone_demo_rings_on_the_pond_jpg, 0, 1080, 720}, halftone_demo_rings_on_the_pond_jpg_end},
    {{"gamma-chart.png", "Ramps and gamma, 16 bits", "image/png",
      halftone_demo_gamma_chart_png, 0, 960, 640}, halftone_demo_gamma_chart_png_end},
    {{"reading-chart.png", "Reading chart", "image/png",
      halftone_demo_reading_chart_png, 0, 1200, 800}, halftone_demo_reading_chart_png_end},
    {{"alpha-chart.png", "Six ways to be transparent", "image/png",
      halftone_demo_alpha_chart_png, 0, 960, 640}, halftone_demo_alpha_chart_png_end},
};

size_t halftone_demo_picture_count(void) {
    return sizeof halftone_demo_pictures / sizeof halftone_demo_pictures[0];
}

struct HalftoneDemoPicture halftone_demo_picture(size_t index) {
    if (index >= halftone_demo_picture_count()) {
        static const unsigned char nothing[1];
        return (struct HalftoneDemoPicture){"", "", "", nothing, 0, 0, 0};
    }
    struct HalftoneDemoPicture picture = halftone_demo_pictures[index].picture;
    picture.byte_count = (size_t)(halftone_demo_pictures[index].end - picture.bytes);
    return picture;
}
