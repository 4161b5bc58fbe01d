// Written by draw/draw.py; edit the table in draw/contents.py.

        .section .rodata

        // 685ee2feabfb21e1
        .balign 16
        .globl halftone_demo_aurora_over_the_fjord_jpg
        .hidden halftone_demo_aurora_over_the_fjord_jpg
halftone_demo_aurora_over_the_fjord_jpg:
        .incbin "aurora-over-the-fjord.jpg"
        .globl halftone_demo_aurora_over_the_fjord_jpg_end
        .hidden halftone_demo_aurora_over_the_fjord_jpg_end
halftone_demo_aurora_over_the_fjord_jpg_end:

        // b0ccabfe65aa0430
        .balign 16
        .globl halftone_demo_glass_gold_and_clay_jpg
        .hidden halftone_demo_glass_gold_and_clay_jpg
halftone_demo_glass_gold_and_clay_jpg:
        .incbin "glass-gold-and-clay.jpg"
        .globl halftone_demo_glass_gold_and_clay_jpg_end
        .hidden halftone_demo_glass_gold_and_clay_jpg_end
halftone_demo_glass_gold_and_clay_jpg_end:

        // 0bb85b4b5843c2d7
        .balign 16
        .globl halftone_demo_seven_balloons_jpg
        .hidden halftone_demo_seven_balloons_jpg
halftone_demo_seven_balloons_jpg:
        .incbin "seven-balloons.jpg"
        .globl halftone_demo_seven_balloons_jpg_end
        .hidden halftone_demo_seven_balloons_jpg_end
halftone_demo_seven_balloons_jpg_end:

        // 58ddc8f2b36d9189
        .balign 16
        .globl halftone_demo_butterfly_png
        .hidden halftone_demo_butterfly_png
halftone_demo_butterfly_png:
        .incbin "butterfly.png"
        .globl halftone_demo_butterfly_png_end
        .hidden halftone_demo_butterfly_png_end
halftone_demo_butterfly_png_end:

        // 0649713aef2c915e
        .balign 16
        .globl halftone_demo_seven_ridges_at_dawn_jpg
        .hidden halftone_demo_seven_ridges_at_dawn_jpg
halftone_demo_seven_ridges_at_dawn_jpg:
        .incbin "seven-ridges-at-dawn.jpg"
        .globl halftone_demo_seven_ridges_at_dawn_jpg_end
        .hidden halftone_demo_seven_ridges_at_dawn_jpg_end
halftone_demo_seven_ridges_at_dawn_jpg_end:

        // 1052d69dcafa7e75
        .balign 16
        .globl halftone_demo_koi_among_the_lilies_jpg
        .hidden halftone_demo_koi_among_the_lilies_jpg
halftone_demo_koi_among_the_lilies_jpg:
        .incbin "koi-among-the-lilies.jpg"
        .globl halftone_demo_koi_among_the_lilies_jpg_end
        .hidden halftone_demo_koi_among_the_lilies_jpg_end
halftone_demo_koi_among_the_lilies_jpg_end:

        // 03b94e40a2d799f1
        .balign 16
        .globl halftone_demo_tulips_and_a_windmill_jpg
        .hidden halftone_demo_tulips_and_a_windmill_jpg
halftone_demo_tulips_and_a_windmill_jpg:
        .incbin "tulips-and-a-windmill.jpg"
        .globl halftone_demo_tulips_and_a_windmill_jpg_end
        .hidden halftone_demo_tulips_and_a_windmill_jpg_end
halftone_demo_tulips_and_a_windmill_jpg_end:

        // 9a0a61ca9a10602b
        .balign 16
        .globl halftone_demo_lighthouse_at_dusk_jpg
        .hidden halftone_demo_lighthouse_at_dusk_jpg
halftone_demo_lighthouse_at_dusk_jpg:
        .incbin "lighthouse-at-dusk.jpg"
        .globl halftone_demo_lighthouse_at_dusk_jpg_end
        .hidden halftone_demo_lighthouse_at_dusk_jpg_end
halftone_demo_lighthouse_at_dusk_jpg_end:

        // ccceaa34be0fca76
        .balign 16
        .globl halftone_demo_islands_in_a_turquoise_sea_jpg
        .hidden halftone_demo_islands_in_a_turquoise_sea_jpg
halftone_demo_islands_in_a_turquoise_sea_jpg:
        .incbin "islands-in-a-turquoise-sea.jpg"
        .globl halftone_demo_islands_in_a_turquoise_sea_jpg_end
        .hidden halftone_demo_islands_in_a_turquoise_sea_jpg_end
halftone_demo_islands_in_a_turquoise_sea_jpg_end:

        // ba80285b7e3da589
        .balign 16
        .globl halftone_demo_ringed_planet_cut_out_png
        .hidden halftone_demo_ringed_planet_cut_out_png
halftone_demo_ringed_planet_cut_out_png:
        .incbin "ringed-planet-cut-out.png"
        .globl halftone_demo_ringed_planet_cut_out_png_end
        .hidden halftone_demo_ringed_planet_cut_out_png_end
halftone_demo_ringed_planet_cut_out_png_end:

        // 1f7ee8302b82a103
        .balign 16
        .globl halftone_demo_bowl_of_fruit_jpg
        .hidden halftone_demo_bowl_of_fruit_jpg
halftone_demo_bowl_of_fruit_jpg:
        .incbin "bowl-of-fruit.jpg"
        .globl halftone_demo_bowl_of_fruit_jpg_end
        .hidden halftone_demo_bowl_of_fruit_jpg_end
halftone_demo_bowl_of_fruit_jpg_end:

        // ab98ec852ed9281d
        .balign 16
        .globl halftone_demo_seahorse_valley_jpg
        .hidden halftone_demo_seahorse_valley_jpg
halftone_demo_seahorse_valley_jpg:
        .incbin "seahorse-valley.jpg"
        .globl halftone_demo_seahorse_valley_jpg_end
        .hidden halftone_demo_seahorse_valley_jpg_end
halftone_demo_seahorse_valley_jpg_end:

        // bb6f1238116f027d
        .balign 16
        .globl halftone_demo_moonlit_sea_jpg
        .hidden halftone_demo_moonlit_sea_jpg
halftone_demo_moonlit_sea_jpg:
        .incbin "moonlit-sea.jpg"
        .globl halftone_demo_moonlit_sea_jpg_end
        .hidden halftone_demo_moonlit_sea_jpg_end
halftone_demo_moonlit_sea_jpg_end:

        // f16dc0691b37be6d
        .balign 16
        .globl halftone_demo_sunflower_jpg
        .hidden halftone_demo_sunflower_jpg
halftone_demo_sunflower_jpg:
        .incbin "sunflower.jpg"
        .globl halftone_demo_sunflower_jpg_end
        .hidden halftone_demo_sunflower_jpg_end
halftone_demo_sunflower_jpg_end:

        // b9f561cfb9d598c2
        .balign 16
        .globl halftone_demo_into_the_deep_jpg
        .hidden halftone_demo_into_the_deep_jpg
halftone_demo_into_the_deep_jpg:
        .incbin "into-the-deep.jpg"
        .globl halftone_demo_into_the_deep_jpg_end
        .hidden halftone_demo_into_the_deep_jpg_end
halftone_demo_into_the_deep_jpg_end:

        // 501499053150af12
        .balign 16
        .globl halftone_demo_neon_drive_jpg
        .hidden halftone_demo_neon_drive_jpg
halftone_demo_neon_drive_jpg:
        .incbin "neon-drive.jpg"
        .globl halftone_demo_neon_drive_jpg_end
        .hidden halftone_demo_neon_drive_jpg_end
halftone_demo_neon_drive_jpg_end:

        // 5dc9cd491778fa64
        .balign 16
        .globl halftone_demo_misty_spruce_forest_jpg
        .hidden halftone_demo_misty_spruce_forest_jpg
halftone_demo_misty_spruce_forest_jpg:
        .incbin "misty-spruce-forest.jpg"
        .globl halftone_demo_misty_spruce_forest_jpg_end
        .hidden halftone_demo_misty_spruce_forest_jpg_end
halftone_demo_misty_spruce_forest_jpg_end:

        // ab2355a7c8457eb8
        .balign 16
        .globl halftone_demo_truchet_ribbons_png
        .hidden halftone_demo_truchet_ribbons_png
halftone_demo_truchet_ribbons_png:
        .incbin "truchet-ribbons.png"
        .globl halftone_demo_truchet_ribbons_png_end
        .hidden halftone_demo_truchet_ribbons_png_end
halftone_demo_truchet_ribbons_png_end:

        // 4ea0cf9cafc0452f
        .balign 16
        .globl halftone_demo_eruption_jpg
        .hidden halftone_demo_eruption_jpg
halftone_demo_eruption_jpg:
        .incbin "eruption.jpg"
        .globl halftone_demo_eruption_jpg_end
        .hidden halftone_demo_eruption_jpg_end
halftone_demo_eruption_jpg_end:

        // a312d6f71d2791c7
        .balign 16
        .globl halftone_demo_blossom_on_the_hill_jpg
        .hidden halftone_demo_blossom_on_the_hill_jpg
halftone_demo_blossom_on_the_hill_jpg:
        .incbin "blossom-on-the-hill.jpg"
        .globl halftone_demo_blossom_on_the_hill_jpg_end
        .hidden halftone_demo_blossom_on_the_hill_jpg_end
halftone_demo_blossom_on_the_hill_jpg_end:

        // 82b5765da85e9209
        .balign 16
        .globl halftone_demo_alpine_lake_jpg
        .hidden halftone_demo_alpine_lake_jpg
halftone_demo_alpine_lake_jpg:
        .incbin "alpine-lake.jpg"
        .globl halftone_demo_alpine_lake_jpg_end
        .hidden halftone_demo_alpine_lake_jpg_end
halftone_demo_alpine_lake_jpg_end:

        // cf3875f30a038bbe
        .balign 16
        .globl halftone_demo_city_at_dusk_jpg
        .hidden halftone_demo_city_at_dusk_jpg
halftone_demo_city_at_dusk_jpg:
        .incbin "city-at-dusk.jpg"
        .globl halftone_demo_city_at_dusk_jpg_end
        .hidden halftone_demo_city_at_dusk_jpg_end
halftone_demo_city_at_dusk_jpg_end:

        // 040017cb3a78f063
        .balign 16
        .globl halftone_demo_balloon_cut_out_png
        .hidden halftone_demo_balloon_cut_out_png
halftone_demo_balloon_cut_out_png:
        .incbin "balloon-cut-out.png"
        .globl halftone_demo_balloon_cut_out_png_end
        .hidden halftone_demo_balloon_cut_out_png_end
halftone_demo_balloon_cut_out_png_end:

        // 1a0413e1ec1cafe0
        .balign 16
        .globl halftone_demo_rose_nebula_jpg
        .hidden halftone_demo_rose_nebula_jpg
halftone_demo_rose_nebula_jpg:
        .incbin "rose-nebula.jpg"
        .globl halftone_demo_rose_nebula_jpg_end
        .hidden halftone_demo_rose_nebula_jpg_end
halftone_demo_rose_nebula_jpg_end:

        // 12a419865ee979cc
        .balign 16
        .globl halftone_demo_cat_before_the_moon_jpg
        .hidden halftone_demo_cat_before_the_moon_jpg
halftone_demo_cat_before_the_moon_jpg:
        .incbin "cat-before-the-moon.jpg"
        .globl halftone_demo_cat_before_the_moon_jpg_end
        .hidden halftone_demo_cat_before_the_moon_jpg_end
halftone_demo_cat_before_the_moon_jpg_end:

        // cb71c86c4739ca9d
        .balign 16
        .globl halftone_demo_marbles_in_the_sun_jpg
        .hidden halftone_demo_marbles_in_the_sun_jpg
halftone_demo_marbles_in_the_sun_jpg:
        .incbin "marbles-in-the-sun.jpg"
        .globl halftone_demo_marbles_in_the_sun_jpg_end
        .hidden halftone_demo_marbles_in_the_sun_jpg_end
halftone_demo_marbles_in_the_sun_jpg_end:

        // 052c9de53283af87
        .balign 16
        .globl halftone_demo_chain_of_mountains_jpg
        .hidden halftone_demo_chain_of_mountains_jpg
halftone_demo_chain_of_mountains_jpg:
        .incbin "chain-of-mountains.jpg"
        .globl halftone_demo_chain_of_mountains_jpg_end
        .hidden halftone_demo_chain_of_mountains_jpg_end
halftone_demo_chain_of_mountains_jpg_end:

        // 57014b47d226c825
        .balign 16
        .globl halftone_demo_stained_glass_meadow_jpg
        .hidden halftone_demo_stained_glass_meadow_jpg
halftone_demo_stained_glass_meadow_jpg:
        .incbin "stained-glass-meadow.jpg"
        .globl halftone_demo_stained_glass_meadow_jpg_end
        .hidden halftone_demo_stained_glass_meadow_jpg_end
halftone_demo_stained_glass_meadow_jpg_end:

        // 7f6d790c6ff0af04
        .balign 16
        .globl halftone_demo_colour_bars_png
        .hidden halftone_demo_colour_bars_png
halftone_demo_colour_bars_png:
        .incbin "colour-bars.png"
        .globl halftone_demo_colour_bars_png_end
        .hidden halftone_demo_colour_bars_png_end
halftone_demo_colour_bars_png_end:

        // 05f74a69d3177822
        .balign 16
        .globl halftone_demo_towards_sunset_jpg
        .hidden halftone_demo_towards_sunset_jpg
halftone_demo_towards_sunset_jpg:
        .incbin "towards-sunset.jpg"
        .globl halftone_demo_towards_sunset_jpg_end
        .hidden halftone_demo_towards_sunset_jpg_end
halftone_demo_towards_sunset_jpg_end:

        // efc097505313faaf
        .balign 16
        .globl halftone_demo_cabin_in_the_snow_jpg
        .hidden halftone_demo_cabin_in_the_snow_jpg
halftone_demo_cabin_in_the_snow_jpg:
        .incbin "cabin-in-the-snow.jpg"
        .globl halftone_demo_cabin_in_the_snow_jpg_end
        .hidden halftone_demo_cabin_in_the_snow_jpg_end
halftone_demo_cabin_in_the_snow_jpg_end:

        // e83de29b5c5c2699
        .balign 16
        .globl halftone_demo_burning_ship_jpg
        .hidden halftone_demo_burning_ship_jpg
halftone_demo_burning_ship_jpg:
        .incbin "burning-ship.jpg"
        .globl halftone_demo_burning_ship_jpg_end
        .hidden halftone_demo_burning_ship_jpg_end
halftone_demo_burning_ship_jpg_end:

        // a05a425f700a9d20
        .balign 16
        .globl halftone_demo_autumn_leaf_png
        .hidden halftone_demo_autumn_leaf_png
halftone_demo_autumn_leaf_png:
        .incbin "autumn-leaf.png"
        .globl halftone_demo_autumn_leaf_png_end
        .hidden halftone_demo_autumn_leaf_png_end
halftone_demo_autumn_leaf_png_end:

        // 82f7faa627562c5b
        .balign 16
        .globl halftone_demo_earthrise_jpg
        .hidden halftone_demo_earthrise_jpg
halftone_demo_earthrise_jpg:
        .incbin "earthrise.jpg"
        .globl halftone_demo_earthrise_jpg_end
        .hidden halftone_demo_earthrise_jpg_end
halftone_demo_earthrise_jpg_end:

        // 69b0d5b987cb096b
        .balign 16
        .globl halftone_demo_dunes_before_evening_jpg
        .hidden halftone_demo_dunes_before_evening_jpg
halftone_demo_dunes_before_evening_jpg:
        .incbin "dunes-before-evening.jpg"
        .globl halftone_demo_dunes_before_evening_jpg_end
        .hidden halftone_demo_dunes_before_evening_jpg_end
halftone_demo_dunes_before_evening_jpg_end:

        // a7ed33ffbfb45863
        .balign 16
        .globl halftone_demo_flowing_ink_jpg
        .hidden halftone_demo_flowing_ink_jpg
halftone_demo_flowing_ink_jpg:
        .incbin "flowing-ink.jpg"
        .globl halftone_demo_flowing_ink_jpg_end
        .hidden halftone_demo_flowing_ink_jpg_end
halftone_demo_flowing_ink_jpg_end:

        // d808c17fbc213dcf
        .balign 16
        .globl halftone_demo_chrome_cluster_jpg
        .hidden halftone_demo_chrome_cluster_jpg
halftone_demo_chrome_cluster_jpg:
        .incbin "chrome-cluster.jpg"
        .globl halftone_demo_chrome_cluster_jpg_end
        .hidden halftone_demo_chrome_cluster_jpg_end
halftone_demo_chrome_cluster_jpg_end:

        // 648b28565c3ba446
        .balign 16
        .globl halftone_demo_swelling_squares_png
        .hidden halftone_demo_swelling_squares_png
halftone_demo_swelling_squares_png:
        .incbin "swelling-squares.png"
        .globl halftone_demo_swelling_squares_png_end
        .hidden halftone_demo_swelling_squares_png_end
halftone_demo_swelling_squares_png_end:

        // 5d4212165fa90d4d
        .balign 16
        .globl halftone_demo_barnsley_fern_jpg
        .hidden halftone_demo_barnsley_fern_jpg
halftone_demo_barnsley_fern_jpg:
        .incbin "barnsley-fern.jpg"
        .globl halftone_demo_barnsley_fern_jpg_end
        .hidden halftone_demo_barnsley_fern_jpg_end
halftone_demo_barnsley_fern_jpg_end:

        // 1e660fbcb3e48da2
        .balign 16
        .globl halftone_demo_red_canyon_jpg
        .hidden halftone_demo_red_canyon_jpg
halftone_demo_red_canyon_jpg:
        .incbin "red-canyon.jpg"
        .globl halftone_demo_red_canyon_jpg_end
        .hidden halftone_demo_red_canyon_jpg_end
halftone_demo_red_canyon_jpg_end:

        // ae9ce8a5de7fa35b
        .balign 16
        .globl halftone_demo_julia_dragons_jpg
        .hidden halftone_demo_julia_dragons_jpg
halftone_demo_julia_dragons_jpg:
        .incbin "julia-dragons.jpg"
        .globl halftone_demo_julia_dragons_jpg_end
        .hidden halftone_demo_julia_dragons_jpg_end
halftone_demo_julia_dragons_jpg_end:

        // 53c19b0599e718dc
        .balign 16
        .globl halftone_demo_gem_png
        .hidden halftone_demo_gem_png
halftone_demo_gem_png:
        .incbin "gem.png"
        .globl halftone_demo_gem_png_end
        .hidden halftone_demo_gem_png_end
halftone_demo_gem_png_end:

        // 000004f445d8600e
        .balign 16
        .globl halftone_demo_tower_of_blocks_jpg
        .hidden halftone_demo_tower_of_blocks_jpg
halftone_demo_tower_of_blocks_jpg:
        .incbin "tower-of-blocks.jpg"
        .globl halftone_demo_tower_of_blocks_jpg_end
        .hidden halftone_demo_tower_of_blocks_jpg_end
halftone_demo_tower_of_blocks_jpg_end:

        // 3813d0f7e3a7becb
        .balign 16
        .globl halftone_demo_spiral_galaxy_jpg
        .hidden halftone_demo_spiral_galaxy_jpg
halftone_demo_spiral_galaxy_jpg:
        .incbin "spiral-galaxy.jpg"
        .globl halftone_demo_spiral_galaxy_jpg_end
        .hidden halftone_demo_spiral_galaxy_jpg_end
halftone_demo_spiral_galaxy_jpg_end:

        // 4122524d5945bea9
        .balign 16
        .globl halftone_demo_paper_sunset_jpg
        .hidden halftone_demo_paper_sunset_jpg
halftone_demo_paper_sunset_jpg:
        .incbin "paper-sunset.jpg"
        .globl halftone_demo_paper_sunset_jpg_end
        .hidden halftone_demo_paper_sunset_jpg_end
halftone_demo_paper_sunset_jpg_end:

        // f207f39552a84a91
        .balign 16
        .globl halftone_demo_lightning_over_the_plain_jpg
        .hidden halftone_demo_lightning_over_the_plain_jpg
halftone_demo_lightning_over_the_plain_jpg:
        .incbin "lightning-over-the-plain.jpg"
        .globl halftone_demo_lightning_over_the_plain_jpg_end
        .hidden halftone_demo_lightning_over_the_plain_jpg_end
halftone_demo_lightning_over_the_plain_jpg_end:

        // 4e68a14c4892e64f
        .balign 16
        .globl halftone_demo_composition_in_squares_png
        .hidden halftone_demo_composition_in_squares_png
halftone_demo_composition_in_squares_png:
        .incbin "composition-in-squares.png"
        .globl halftone_demo_composition_in_squares_png_end
        .hidden halftone_demo_composition_in_squares_png_end
halftone_demo_composition_in_squares_png_end:

        // 9922b302595e39d0
        .balign 16
        .globl halftone_demo_pawns_jpg
        .hidden halftone_demo_pawns_jpg
halftone_demo_pawns_jpg:
        .incbin "pawns.jpg"
        .globl halftone_demo_pawns_jpg_end
        .hidden halftone_demo_pawns_jpg_end
halftone_demo_pawns_jpg_end:

        // 8b055047da689b00
        .balign 16
        .globl halftone_demo_half_moon_jpg
        .hidden halftone_demo_half_moon_jpg
halftone_demo_half_moon_jpg:
        .incbin "half-moon.jpg"
        .globl halftone_demo_half_moon_jpg_end
        .hidden halftone_demo_half_moon_jpg_end
halftone_demo_half_moon_jpg_end:

        // c53a65e20088d8b2
        .balign 16
        .globl halftone_demo_snowflake_png
        .hidden halftone_demo_snowflake_png
halftone_demo_snowflake_png:
        .incbin "snowflake.png"
        .globl halftone_demo_snowflake_png_end
        .hidden halftone_demo_snowflake_png_end
halftone_demo_snowflake_png_end:

        // 962d6b94e13281aa
        .balign 16
        .globl halftone_demo_ringed_planet_jpg
        .hidden halftone_demo_ringed_planet_jpg
halftone_demo_ringed_planet_jpg:
        .incbin "ringed-planet.jpg"
        .globl halftone_demo_ringed_planet_jpg_end
        .hidden halftone_demo_ringed_planet_jpg_end
halftone_demo_ringed_planet_jpg_end:

        // 9e1e2c411611870f
        .balign 16
        .globl halftone_demo_rose_window_jpg
        .hidden halftone_demo_rose_window_jpg
halftone_demo_rose_window_jpg:
        .incbin "rose-window.jpg"
        .globl halftone_demo_rose_window_jpg_end
        .hidden halftone_demo_rose_window_jpg_end
halftone_demo_rose_window_jpg_end:

        // ca1c89a1ac1cadfe
        .balign 16
        .globl halftone_demo_newton_basins_jpg
        .hidden halftone_demo_newton_basins_jpg
halftone_demo_newton_basins_jpg:
        .incbin "newton-basins.jpg"
        .globl halftone_demo_newton_basins_jpg_end
        .hidden halftone_demo_newton_basins_jpg_end
halftone_demo_newton_basins_jpg_end:

        // 84d298380245547a
        .balign 16
        .globl halftone_demo_spirograph_png
        .hidden halftone_demo_spirograph_png
halftone_demo_spirograph_png:
        .incbin "spirograph.png"
        .globl halftone_demo_spirograph_png_end
        .hidden halftone_demo_spirograph_png_end
halftone_demo_spirograph_png_end:

        // 2dd7af820088e5d5
        .balign 16
        .globl halftone_demo_total_eclipse_jpg
        .hidden halftone_demo_total_eclipse_jpg
halftone_demo_total_eclipse_jpg:
        .incbin "total-eclipse.jpg"
        .globl halftone_demo_total_eclipse_jpg_end
        .hidden halftone_demo_total_eclipse_jpg_end
halftone_demo_total_eclipse_jpg_end:

        // fbcf7175c5aab883
        .balign 16
        .globl halftone_demo_silk_attractor_jpg
        .hidden halftone_demo_silk_attractor_jpg
halftone_demo_silk_attractor_jpg:
        .incbin "silk-attractor.jpg"
        .globl halftone_demo_silk_attractor_jpg_end
        .hidden halftone_demo_silk_attractor_jpg_end
halftone_demo_silk_attractor_jpg_end:

        // b86bc849b17084bb
        .balign 16
        .globl halftone_demo_seven_waves_jpg
        .hidden halftone_demo_seven_waves_jpg
halftone_demo_seven_waves_jpg:
        .incbin "seven-waves.jpg"
        .globl halftone_demo_seven_waves_jpg_end
        .hidden halftone_demo_seven_waves_jpg_end
halftone_demo_seven_waves_jpg_end:

        // 925bc8f37d0fd79e
        .balign 16
        .globl halftone_demo_mandelbrot_jpg
        .hidden halftone_demo_mandelbrot_jpg
halftone_demo_mandelbrot_jpg:
        .incbin "mandelbrot.jpg"
        .globl halftone_demo_mandelbrot_jpg_end
        .hidden halftone_demo_mandelbrot_jpg_end
halftone_demo_mandelbrot_jpg_end:

        // 9e4f37c26e650ce7
        .balign 16
        .globl halftone_demo_rings_on_the_pond_jpg
        .hidden halftone_demo_rings_on_the_pond_jpg
halftone_demo_rings_on_the_pond_jpg:
        .incbin "rings-on-the-pond.jpg"
        .globl halftone_demo_rings_on_the_pond_jpg_end
        .hidden halftone_demo_rings_on_the_pond_jpg_end
halftone_demo_rings_on_the_pond_jpg_end:

        // e198967eb2eaf861
        .balign 16
        .globl halftone_demo_gamma_chart_png
        .hidden halftone_demo_gamma_chart_png
halftone_demo_gamma_chart_png:
        .incbin "gamma-chart.png"
        .globl halftone_demo_gamma_chart_png_end
        .hidden halftone_demo_gamma_chart_png_end
halftone_demo_gamma_chart_png_end:

        // 3512985f08fcf549
        .balign 16
        .globl halftone_demo_reading_chart_png
        .hidden halftone_demo_reading_chart_png
halftone_demo_reading_chart_png:
        .incbin "reading-chart.png"
        .globl halftone_demo_reading_chart_png_end
        .hidden halftone_demo_reading_chart_png_end
halftone_demo_reading_chart_png_end:

        // 49f762cd98d5a5bc
        .balign 16
        .globl halftone_demo_alpha_chart_png
        .hidden halftone_demo_alpha_chart_png
halftone_demo_alpha_chart_png:
        .incbin "alpha-chart.png"
        .globl halftone_demo_alpha_chart_png_end
        .hidden halftone_demo_alpha_chart_png_end
halftone_demo_alpha_chart_png_end:

        .section .note.GNU-stack, "", %progbits
