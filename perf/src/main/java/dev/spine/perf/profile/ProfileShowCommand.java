package dev.spine.perf.profile;

import dev.spine.perf.report.TextTable;
import java.io.PrintWriter;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code spine profile show}: one profile, every number with its source. */
@Command(
    name = "show",
    description = "Shows a profile: every number, from where it is, and its source.",
    mixinStandardHelpOptions = true)
public final class ProfileShowCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "PROFILE", defaultValue = "lanai-33",
        description = "A bundled profile or a file that ends in .toml. Default: lanai-33.")
    private String profile = "lanai-33";

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Show it with another value; as often as needed.")
    private List<String> changes = List.of();

    @Option(names = "--json", description = "Write a JSON list with one object.")
    private boolean json;

    /** Made by picocli, which fills the fields. */
    public ProfileShowCommand() {}

    @Override
    public Integer call() {
        Profile shown = ProfileFile.load(ProfileFile.reference(profile, changes));
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        out.print(json ? ProfileJson.write(List.of(shown)) : table(shown));
        out.flush();
        return 0;
    }

    private static String table(Profile profile) {
        TextTable table = new TextTable("key", "value", "unit", "origin", "source");
        profile.values().forEach((key, value) -> {
            String word = value.origin().word();
            String source = value.source().substring(word.length());
            table.row(key.path(), key.unit().write(value.number()), key.unit().title(), word,
                source.startsWith(": ") ? source.substring(2) : "");
        });
        return profile.name() + ": " + profile.about() + "\nhost: " + profile.host() + "\ncard: " + profile.iop() + "\n\n" + table;
    }
}
