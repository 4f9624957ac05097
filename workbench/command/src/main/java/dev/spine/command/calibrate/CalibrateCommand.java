package dev.spine.command.calibrate;

import dev.spine.command.option.JsonOption;
import dev.spine.command.option.Verb;
import dev.spine.perf.calibration.MeasuredProfile;
import dev.spine.perf.report.RecordJson;
import dev.spine.perf.validation.Validation;
import dev.spine.perf.validation.ValidationText;
import dev.spine.system.output.OutputFile;
import dev.spine.system.output.Progress;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code spine calibrate}: a profile of the machine at hand, and the model beside the truth. The command's thread. */
@Command(
    name = "calibrate",
    description = "Measures this machine and makes a profile of it; then runs video, store, forward and hops live and on the modelled"
        + " engine with that profile, and says how far they are apart and why. About a minute.",
    mixinStandardHelpOptions = true,
    footer = {
        "  spine calibrate",
        "  spine calibrate --profile-out this-machine.toml",
        "  spine calibrate --runs 5 --json calibration.json"
    })
public final class CalibrateCommand extends Verb implements Callable<Integer> {
    private static final int MAX_RUNS = 100;
    private static final int MAX_PASS_MS = 10_000;
    private static final String TOML = ".toml";

    @Option(names = "--runs", paramLabel = "N", defaultValue = "3", description = "How often everything is measured; the median is shown,"
        + " and the spread. 1 to 100, default 3.")
    private int runs = 3;

    @Option(names = "--pass", paramLabel = "MS", defaultValue = "50", description = "Milliseconds of a live pass, and twice the blocks of a"
        + " millisecond for each figure of the machine. 1 to 10000, default 50.")
    private int passMs = 50;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Seed of all randomness. Default: 1.")
    private long seed = 1;

    @Option(names = "--profile-out", paramLabel = "FILE", description = "Keep the profile, for --profile of other commands: a file that"
        + " ends in .toml. One that is there is replaced only if it comes from here.")
    private @Nullable String profileOut;

    @Mixin
    private JsonOption json = new JsonOption();

    /** Made by picocli, which fills the fields. */
    public CalibrateCommand() {}

    @Override
    public Integer call() {
        if (runs < 1 || runs > MAX_RUNS || passMs < 1 || passMs > MAX_PASS_MS) {
            throw wrong("--runs must be from 1 to " + MAX_RUNS + " and --pass from 1 to " + MAX_PASS_MS);
        }
        json.check();
        if (profileOut != null) {
            checkProfile(profileOut);
        }
        Progress progress = Progress.ofRun();
        Validation validation = new Validation(seed, progress);
        try {
            validation.run(runs, Math.max(1, passMs / 2), passMs);
            model(validation, MeasuredProfile.toml(validation.machine()));
        } finally {
            progress.clear();
        }
        json.write(() -> RecordJson.write(List.of(), ValidationText.json(validation.machine(), validation.paths())),
            () -> ValidationText.text(validation.machine(), validation.paths())
                + (profileOut == null ? "" : "\nprofile " + profileOut + "\n"), out());
        return validation.paths().stream().allMatch(path -> path.lost() == 0) ? 0 : 1;
    }

    /** A profile is what a command is given: nobody's own is replaced. */
    private void checkProfile(String name) {
        if (!name.endsWith(TOML)) {
            throw wrong("--profile-out " + name + ": a profile's file ends in " + TOML);
        }
        OutputFile file = new OutputFile(name);
        file.checkPlace();
        Path there = Path.of(name);
        if (!Files.exists(there)) {
            return;
        }
        try (InputStream in = Files.newInputStream(there)) {
            if (!new String(in.readNBytes(MeasuredProfile.HEAD.length()), StandardCharsets.UTF_8).equals(MeasuredProfile.HEAD)) {
                throw wrong("--profile-out " + name + ": that is a file of somebody's own; name another one");
            }
        } catch (IOException e) {
            throw OutputFile.OutputException.of(name, e);
        }
    }

    /** The modelled engine reads a profile from its file. */
    private void model(Validation validation, String profile) {
        byte[] bytes = profile.getBytes(StandardCharsets.UTF_8);
        if (profileOut != null) {
            new OutputFile(profileOut).write(bytes);
            validation.model(profileOut);
            return;
        }
        try {
            Path file = Files.createTempFile("spine-calibrate", TOML);
            try {
                Files.write(file, bytes);
                validation.model(file.toString());
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw OutputFile.OutputException.of("a file for the profile", e);
        }
    }
}
