// Written by draw/draw.py; edit the table there.

        .section .rodata

        // af71ae17d8ea5e51
        .balign 16
        .globl halftone_demo_aurora_over_the_fjord_jpg
        .hidden halftone_demo_aurora_over_the_fjord_jpg
halftone_demo_aurora_over_the_fjord_jpg:
        .incbin "aurora-over-the-fjord.jpg"
        .globl halftone_demo_aurora_over_the_fjord_jpg_end
        .hidden halftone_demo_aurora_over_the_fjord_jpg_end
halftone_demo_aurora_over_the_fjord_jpg_end:

        // 6109f3c3b81a02b7
        .balign 16
        .globl halftone_demo_glass_gold_and_clay_jpg
        .hidden halftone_demo_glass_gold_and_clay_jpg
halftone_demo_glass_gold_and_clay_jpg:
        .incbin "glass-gold-and-clay.jpg"
        .globl halftone_demo_glass_gold_and_clay_jpg_end
        .hidden halftone_demo_glass_gold_and_clay_jpg_end
halftone_demo_glass_gold_and_clay_jpg_end:

        // 02cad711ddb0153c
        .balign 16
        .globl halftone_demo_tulips_and_a_windmill_jpg
        .hidden halftone_demo_tulips_and_a_windmill_jpg
halftone_demo_tulips_and_a_windmill_jpg:
        .incbin "tulips-and-a-windmill.jpg"
        .globl halftone_demo_tulips_and_a_windmill_jpg_end
        .hidden halftone_demo_tulips_and_a_windmill_jpg_end
halftone_demo_tulips_and_a_windmill_jpg_end:

        // b715155074b4ece9
        .balign 16
        .globl halftone_demo_seven_ridges_at_dawn_jpg
        .hidden halftone_demo_seven_ridges_at_dawn_jpg
halftone_demo_seven_ridges_at_dawn_jpg:
        .incbin "seven-ridges-at-dawn.jpg"
        .globl halftone_demo_seven_ridges_at_dawn_jpg_end
        .hidden halftone_demo_seven_ridges_at_dawn_jpg_end
halftone_demo_seven_ridges_at_dawn_jpg_end:

        // 2c294721b13835ef
        .balign 16
        .globl halftone_demo_ringed_planet_cut_out_png
        .hidden halftone_demo_ringed_planet_cut_out_png
halftone_demo_ringed_planet_cut_out_png:
        .incbin "ringed-planet-cut-out.png"
        .globl halftone_demo_ringed_planet_cut_out_png_end
        .hidden halftone_demo_ringed_planet_cut_out_png_end
halftone_demo_ringed_planet_cut_out_png_end:

        // 5075be2a291b8d5f
        .balign 16
        .globl halftone_demo_blossom_on_the_hill_jpg
        .hidden halftone_demo_blossom_on_the_hill_jpg
halftone_demo_blossom_on_the_hill_jpg:
        .incbin "blossom-on-the-hill.jpg"
        .globl halftone_demo_blossom_on_the_hill_jpg_end
        .hidden halftone_demo_blossom_on_the_hill_jpg_end
halftone_demo_blossom_on_the_hill_jpg_end:

        // 56c93668b5158ea9
        .balign 16
        .globl halftone_demo_islands_in_a_turquoise_sea_jpg
        .hidden halftone_demo_islands_in_a_turquoise_sea_jpg
halftone_demo_islands_in_a_turquoise_sea_jpg:
        .incbin "islands-in-a-turquoise-sea.jpg"
        .globl halftone_demo_islands_in_a_turquoise_sea_jpg_end
        .hidden halftone_demo_islands_in_a_turquoise_sea_jpg_end
halftone_demo_islands_in_a_turquoise_sea_jpg_end:

        // bfc9b2c16f40d418
        .balign 16
        .globl halftone_demo_bowl_of_fruit_jpg
        .hidden halftone_demo_bowl_of_fruit_jpg
halftone_demo_bowl_of_fruit_jpg:
        .incbin "bowl-of-fruit.jpg"
        .globl halftone_demo_bowl_of_fruit_jpg_end
        .hidden halftone_demo_bowl_of_fruit_jpg_end
halftone_demo_bowl_of_fruit_jpg_end:

        // 6fbdf3a57f97c4f6
        .balign 16
        .globl halftone_demo_seahorse_valley_jpg
        .hidden halftone_demo_seahorse_valley_jpg
halftone_demo_seahorse_valley_jpg:
        .incbin "seahorse-valley.jpg"
        .globl halftone_demo_seahorse_valley_jpg_end
        .hidden halftone_demo_seahorse_valley_jpg_end
halftone_demo_seahorse_valley_jpg_end:

        // ae140c1218336815
        .balign 16
        .globl halftone_demo_moonlit_sea_jpg
        .hidden halftone_demo_moonlit_sea_jpg
halftone_demo_moonlit_sea_jpg:
        .incbin "moonlit-sea.jpg"
        .globl halftone_demo_moonlit_sea_jpg_end
        .hidden halftone_demo_moonlit_sea_jpg_end
halftone_demo_moonlit_sea_jpg_end:

        // 8594955b351d88ef
        .balign 16
        .globl halftone_demo_misty_spruce_forest_jpg
        .hidden halftone_demo_misty_spruce_forest_jpg
halftone_demo_misty_spruce_forest_jpg:
        .incbin "misty-spruce-forest.jpg"
        .globl halftone_demo_misty_spruce_forest_jpg_end
        .hidden halftone_demo_misty_spruce_forest_jpg_end
halftone_demo_misty_spruce_forest_jpg_end:

        // 50617741c79b7a54
        .balign 16
        .globl halftone_demo_rose_nebula_jpg
        .hidden halftone_demo_rose_nebula_jpg
halftone_demo_rose_nebula_jpg:
        .incbin "rose-nebula.jpg"
        .globl halftone_demo_rose_nebula_jpg_end
        .hidden halftone_demo_rose_nebula_jpg_end
halftone_demo_rose_nebula_jpg_end:

        // 508fb3d238e15462
        .balign 16
        .globl halftone_demo_alpine_lake_jpg
        .hidden halftone_demo_alpine_lake_jpg
halftone_demo_alpine_lake_jpg:
        .incbin "alpine-lake.jpg"
        .globl halftone_demo_alpine_lake_jpg_end
        .hidden halftone_demo_alpine_lake_jpg_end
halftone_demo_alpine_lake_jpg_end:

        // 44799bf7447c46b5
        .balign 16
        .globl halftone_demo_towards_sunset_jpg
        .hidden halftone_demo_towards_sunset_jpg
halftone_demo_towards_sunset_jpg:
        .incbin "towards-sunset.jpg"
        .globl halftone_demo_towards_sunset_jpg_end
        .hidden halftone_demo_towards_sunset_jpg_end
halftone_demo_towards_sunset_jpg_end:

        // 870f7861fd5d8646
        .balign 16
        .globl halftone_demo_marbles_in_the_sun_jpg
        .hidden halftone_demo_marbles_in_the_sun_jpg
halftone_demo_marbles_in_the_sun_jpg:
        .incbin "marbles-in-the-sun.jpg"
        .globl halftone_demo_marbles_in_the_sun_jpg_end
        .hidden halftone_demo_marbles_in_the_sun_jpg_end
halftone_demo_marbles_in_the_sun_jpg_end:

        // 80504bee1e51b7d1
        .balign 16
        .globl halftone_demo_chain_of_mountains_jpg
        .hidden halftone_demo_chain_of_mountains_jpg
halftone_demo_chain_of_mountains_jpg:
        .incbin "chain-of-mountains.jpg"
        .globl halftone_demo_chain_of_mountains_jpg_end
        .hidden halftone_demo_chain_of_mountains_jpg_end
halftone_demo_chain_of_mountains_jpg_end:

        // fd7c3cc55433df3f
        .balign 16
        .globl halftone_demo_cabin_in_the_snow_jpg
        .hidden halftone_demo_cabin_in_the_snow_jpg
halftone_demo_cabin_in_the_snow_jpg:
        .incbin "cabin-in-the-snow.jpg"
        .globl halftone_demo_cabin_in_the_snow_jpg_end
        .hidden halftone_demo_cabin_in_the_snow_jpg_end
halftone_demo_cabin_in_the_snow_jpg_end:

        // e2d04addd96bf480
        .balign 16
        .globl halftone_demo_earthrise_jpg
        .hidden halftone_demo_earthrise_jpg
halftone_demo_earthrise_jpg:
        .incbin "earthrise.jpg"
        .globl halftone_demo_earthrise_jpg_end
        .hidden halftone_demo_earthrise_jpg_end
halftone_demo_earthrise_jpg_end:

        // a07fdbb31cb2372f
        .balign 16
        .globl halftone_demo_burning_ship_jpg
        .hidden halftone_demo_burning_ship_jpg
halftone_demo_burning_ship_jpg:
        .incbin "burning-ship.jpg"
        .globl halftone_demo_burning_ship_jpg_end
        .hidden halftone_demo_burning_ship_jpg_end
halftone_demo_burning_ship_jpg_end:

        // 1c879177e5d174c9
        .balign 16
        .globl halftone_demo_red_canyon_jpg
        .hidden halftone_demo_red_canyon_jpg
halftone_demo_red_canyon_jpg:
        .incbin "red-canyon.jpg"
        .globl halftone_demo_red_canyon_jpg_end
        .hidden halftone_demo_red_canyon_jpg_end
halftone_demo_red_canyon_jpg_end:

        // 15beaa3a24a5ff29
        .balign 16
        .globl halftone_demo_dunes_before_evening_jpg
        .hidden halftone_demo_dunes_before_evening_jpg
halftone_demo_dunes_before_evening_jpg:
        .incbin "dunes-before-evening.jpg"
        .globl halftone_demo_dunes_before_evening_jpg_end
        .hidden halftone_demo_dunes_before_evening_jpg_end
halftone_demo_dunes_before_evening_jpg_end:

        // 89966e916ce0bfc6
        .balign 16
        .globl halftone_demo_julia_dragons_jpg
        .hidden halftone_demo_julia_dragons_jpg
halftone_demo_julia_dragons_jpg:
        .incbin "julia-dragons.jpg"
        .globl halftone_demo_julia_dragons_jpg_end
        .hidden halftone_demo_julia_dragons_jpg_end
halftone_demo_julia_dragons_jpg_end:

        // 2ef1bf67c44bb03e
        .balign 16
        .globl halftone_demo_chrome_cluster_jpg
        .hidden halftone_demo_chrome_cluster_jpg
halftone_demo_chrome_cluster_jpg:
        .incbin "chrome-cluster.jpg"
        .globl halftone_demo_chrome_cluster_jpg_end
        .hidden halftone_demo_chrome_cluster_jpg_end
halftone_demo_chrome_cluster_jpg_end:

        // 95ef3e40fd23b052
        .balign 16
        .globl halftone_demo_barnsley_fern_jpg
        .hidden halftone_demo_barnsley_fern_jpg
halftone_demo_barnsley_fern_jpg:
        .incbin "barnsley-fern.jpg"
        .globl halftone_demo_barnsley_fern_jpg_end
        .hidden halftone_demo_barnsley_fern_jpg_end
halftone_demo_barnsley_fern_jpg_end:

        // 92f90095248234aa
        .balign 16
        .globl halftone_demo_lightning_over_the_plain_jpg
        .hidden halftone_demo_lightning_over_the_plain_jpg
halftone_demo_lightning_over_the_plain_jpg:
        .incbin "lightning-over-the-plain.jpg"
        .globl halftone_demo_lightning_over_the_plain_jpg_end
        .hidden halftone_demo_lightning_over_the_plain_jpg_end
halftone_demo_lightning_over_the_plain_jpg_end:

        // a5fb4bd2e4226f7a
        .balign 16
        .globl halftone_demo_tower_of_blocks_jpg
        .hidden halftone_demo_tower_of_blocks_jpg
halftone_demo_tower_of_blocks_jpg:
        .incbin "tower-of-blocks.jpg"
        .globl halftone_demo_tower_of_blocks_jpg_end
        .hidden halftone_demo_tower_of_blocks_jpg_end
halftone_demo_tower_of_blocks_jpg_end:

        // 97604c8afae304cc
        .balign 16
        .globl halftone_demo_ringed_planet_jpg
        .hidden halftone_demo_ringed_planet_jpg
halftone_demo_ringed_planet_jpg:
        .incbin "ringed-planet.jpg"
        .globl halftone_demo_ringed_planet_jpg_end
        .hidden halftone_demo_ringed_planet_jpg_end
halftone_demo_ringed_planet_jpg_end:

        // ef393ab142c50131
        .balign 16
        .globl halftone_demo_half_moon_jpg
        .hidden halftone_demo_half_moon_jpg
halftone_demo_half_moon_jpg:
        .incbin "half-moon.jpg"
        .globl halftone_demo_half_moon_jpg_end
        .hidden halftone_demo_half_moon_jpg_end
halftone_demo_half_moon_jpg_end:

        // fa3b7c539cbad391
        .balign 16
        .globl halftone_demo_newton_basins_jpg
        .hidden halftone_demo_newton_basins_jpg
halftone_demo_newton_basins_jpg:
        .incbin "newton-basins.jpg"
        .globl halftone_demo_newton_basins_jpg_end
        .hidden halftone_demo_newton_basins_jpg_end
halftone_demo_newton_basins_jpg_end:

        // 492d12d3eb7d79ab
        .balign 16
        .globl halftone_demo_pawns_jpg
        .hidden halftone_demo_pawns_jpg
halftone_demo_pawns_jpg:
        .incbin "pawns.jpg"
        .globl halftone_demo_pawns_jpg_end
        .hidden halftone_demo_pawns_jpg_end
halftone_demo_pawns_jpg_end:

        // 98aac6bb7f4b7534
        .balign 16
        .globl halftone_demo_total_eclipse_jpg
        .hidden halftone_demo_total_eclipse_jpg
halftone_demo_total_eclipse_jpg:
        .incbin "total-eclipse.jpg"
        .globl halftone_demo_total_eclipse_jpg_end
        .hidden halftone_demo_total_eclipse_jpg_end
halftone_demo_total_eclipse_jpg_end:

        // cbd587bbfd9c52c1
        .balign 16
        .globl halftone_demo_silk_attractor_jpg
        .hidden halftone_demo_silk_attractor_jpg
halftone_demo_silk_attractor_jpg:
        .incbin "silk-attractor.jpg"
        .globl halftone_demo_silk_attractor_jpg_end
        .hidden halftone_demo_silk_attractor_jpg_end
halftone_demo_silk_attractor_jpg_end:

        // 0589ba335cd0533d
        .balign 16
        .globl halftone_demo_spiral_galaxy_jpg
        .hidden halftone_demo_spiral_galaxy_jpg
halftone_demo_spiral_galaxy_jpg:
        .incbin "spiral-galaxy.jpg"
        .globl halftone_demo_spiral_galaxy_jpg_end
        .hidden halftone_demo_spiral_galaxy_jpg_end
halftone_demo_spiral_galaxy_jpg_end:

        // 6d7f1b552658afc6
        .balign 16
        .globl halftone_demo_mandelbrot_jpg
        .hidden halftone_demo_mandelbrot_jpg
halftone_demo_mandelbrot_jpg:
        .incbin "mandelbrot.jpg"
        .globl halftone_demo_mandelbrot_jpg_end
        .hidden halftone_demo_mandelbrot_jpg_end
halftone_demo_mandelbrot_jpg_end:

        .section .note.GNU-stack, "", %progbits
