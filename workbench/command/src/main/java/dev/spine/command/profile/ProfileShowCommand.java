package dev.spine.command.profile;

import dev.spine.command.option.JsonOption;
import dev.spine.command.option.Verb;
import dev.spine.system.output.TextTable;
import dev.spine.system.profile.Profile;
import dev.spine.system.profile.ProfileFile;
import dev.spine.system.profile.ProfileJson;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spine profile show}: one profile, every number with its source. The command's thread. */
@Command(
    name = "show",
    description = "Shows a profile: every number, where it comes from, and its source.",
    mixinStandardHelpOptions = true,
    footer = {
        "  spine profile show",
        "  spine profile show acenic --set bus.clock=66MHz    every name in the table is a key of --set",
        "  spine profile show lanai-33 --json - | jq .        for programs"
    })
public final class ProfileShowCommand extends Verb implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "PROFILE", defaultValue = "lanai-33",
        description = "A bundled profile or a file that ends in .toml. Default: lanai-33.")
    private String profile = "lanai-33";

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Apply this override; may be repeated.")
    private List<String> changes = List.of();

    @Mixin
    private JsonOption json = new JsonOption();

    /** Made by picocli, which fills the fields. */
    public ProfileShowCommand() {}

    @Override
    public Integer call() {
        json.check();
        Profile shown = ProfileFile.load(ProfileFile.reference(profile, changes));
        PrintWriter out = out();
        json.write(() -> ProfileJson.write(List.of(shown)), () -> table(shown), out);
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
        return profile.name() + ": " + profile.about() + "\nhost: " + profile.host() + "\ncard: " + profile.iop() + "\n\n" + table
            + "\n--set KEY=VALUE and --sweep KEY=FROM..TO take these keys; the unit at the end may be left out: iop.clock=66MHz\n";
    }
}
