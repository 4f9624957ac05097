package dev.spine.command.scenario;

import dev.spine.command.boot.BuiltInSystem;
import dev.spine.perf.forward.ForwardPlan;
import dev.spine.perf.forward.ForwardScenario;
import dev.spine.perf.video.VideoPlan;
import dev.spine.perf.video.VideoScenario;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.scenario.BootScenario;
import dev.spine.system.scenario.Scenario;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The scenarios by the words of a command line. Any thread. */
public final class Scenarios {
    /** What there is, for messages and help. */
    public static final String WORDS = "boot, host, i2o, spine, forward-host, forward-host-header, forward-splice, forward-i2o,"
        + " forward-spine, or the name of a system file ending in .toml";

    private static final String FORWARD = "forward-";
    private static final int FRAME_BYTES = 64;

    private Scenarios() {}

    /**
     * {@return a scenario, or null when no scenario has this name}
     *
     * @param what boot (the built-in system); video over a path: host, i2o, spine; packets over a path: forward-host and the like; or a
     *     system file, which is booted and shut down. {@code video} is spine, {@code forward} is forward-spine
     * @param profile reference of the machine's profile; a system file has its own
     * @param packets of video or to forward, at least 1
     */
    public static @Nullable Scenario of(String what, String profile, long packets) {
        String word = switch (what) {
            case "video" -> "spine";
            case "forward" -> "forward-spine";
            default -> what;
        };
        if (word.equals("boot")) {
            return new BootScenario(word, BuiltInSystem.describe());
        }
        if (VideoPlan.PATHS.contains(word)) {
            return new VideoScenario(word, profile, packets);
        }
        if (word.startsWith(FORWARD) && ForwardPlan.PATHS.contains(word.substring(FORWARD.length()))) {
            return new ForwardScenario(word.substring(FORWARD.length()), profile, FRAME_BYTES, packets);
        }
        if (!word.endsWith(".toml")) {
            return null;
        }
        try {
            return new BootScenario(word, SpineComponent.create().systemFile().read(Path.of(word)));
        } catch (InvalidPathException _) {
            return null;
        }
    }
}
