package dev.spine.perf.compare;

import dev.spine.perf.calibration.MeasuredProfile;
import dev.spine.perf.report.RunManifest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Finds out where and with what this process runs. Any thread. */
public final class Manifests {
    private Manifests() {}

    /**
     * The manifest of this run; {@code command} is what the user typed, {@code calibration} what the machine showed, {@code modelled} what
     * code takes on the modelled one.
     */
    public static RunManifest of(String command, String calibration, String modelled) {
        Map<String, String> entries = new LinkedHashMap<>();
        entries.put("command", command);
        entries.put("commit", commit());
        entries.put("JDK", System.getProperty("java.vendor") + " " + Runtime.version());
        entries.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version") + " " + System.getProperty("os.arch"));
        entries.put("processor", MeasuredProfile.processor() + ", " + Runtime.getRuntime().availableProcessors() + " virtual");
        entries.put("calibration", calibration);
        entries.put("modelled machine", modelled);
        return new RunManifest(entries);
    }

    private static String commit() {
        try {
            Process git = new ProcessBuilder("git", "describe", "--always", "--dirty", "--abbrev=12")
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String text = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return git.waitFor(2, TimeUnit.SECONDS) && git.exitValue() == 0 ? text : "unknown";
        } catch (IOException e) {
            return "unknown";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "unknown";
        }
    }
}
