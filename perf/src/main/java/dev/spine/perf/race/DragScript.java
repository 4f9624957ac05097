package dev.spine.perf.race;

import dev.spine.extension.host.window.WindowFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Where a window is dragged. */
final class DragScript {
    private DragScript() {}

    /** From the upper left corner to the lower right one, in even steps. */
    static List<WindowFrame> diagonal(RaceScale scale) {
        List<WindowFrame> frames = new ArrayList<>();
        for (int i = 1; i <= scale.moves(); i++) {
            frames.add(new WindowFrame((scale.screenWidth() - scale.width()) * i / scale.moves() & -2,
                (scale.screenHeight() - scale.height()) * i / scale.moves(), scale.width(), scale.height()));
        }
        return frames;
    }

    /** Anywhere on the screen. */
    static List<WindowFrame> random(RaceScale scale, SplittableRandom random) {
        List<WindowFrame> frames = new ArrayList<>();
        for (int i = 0; i < scale.moves(); i++) {
            frames.add(new WindowFrame(random.nextInt(scale.screenWidth() - scale.width() + 1) & -2,
                random.nextInt(scale.screenHeight() - scale.height() + 1), scale.width(), scale.height()));
        }
        return frames;
    }
}
