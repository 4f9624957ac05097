package dev.spine.command.profile;

import dev.spine.command.option.JsonOption;
import dev.spine.command.option.Verb;
import dev.spine.system.output.TextTable;
import dev.spine.system.profile.Origin;
import dev.spine.system.profile.Profile;
import dev.spine.system.profile.ProfileFile;
import dev.spine.system.profile.ProfileJson;
import dev.spine.system.profile.ProfileKey;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code spine profile list}: the bundled profiles, a line each. The command's thread. */
@Command(
    name = "list",
    description = "Lists the profiles that come with Spine: what their machines are, and how many of their numbers are published, from data"
        + " sheets, fitted and assumed.",
    mixinStandardHelpOptions = true,
    footer = {
        "  spine profile list",
        "  spine profile list --json - | jq .    for programs"
    })
public final class ProfileListCommand extends Verb implements Callable<Integer> {
    @Mixin
    private JsonOption json = new JsonOption();

    /** Made by picocli, which fills the fields. */
    public ProfileListCommand() {}

    @Override
    public Integer call() {
        json.check();
        List<Profile> profiles = ProfileFile.BUNDLED.stream().map(ProfileFile::load).toList();
        PrintWriter out = out();
        json.write(() -> ProfileJson.write(profiles), () -> table(profiles), out);
        return 0;
    }

    private static String table(List<Profile> profiles) {
        TextTable table = new TextTable("profile", "host", "card", "memory", "bus", "wire", "published", "data sheet", "fitted", "assumed");
        for (Profile profile : profiles) {
            table.row(profile.name(), shown(profile, "host.clock-hz"), shown(profile, "iop.clock-hz"), shown(profile, "card.memory-bytes"),
                Math.round(profile.number(key("bus.width-bytes")) * Byte.SIZE) + " bit, " + shown(profile, "bus.clock-hz"),
                shown(profile, "wire.bits-per-second"), count(profile, Origin.PUBLISHED), count(profile, Origin.DATA_SHEET),
                count(profile, Origin.FITTED), count(profile, Origin.ASSUMED));
        }
        StringBuilder text = new StringBuilder(table.toString()).append('\n');
        profiles.forEach(profile -> text.append(String.format("%-14s  %s%n", profile.name(), profile.about())));
        return text.toString();
    }

    private static String count(Profile profile, Origin origin) {
        return Long.toString(profile.count(origin));
    }

    private static String shown(Profile profile, String path) {
        return key(path).unit().show(profile.number(key(path)));
    }

    private static ProfileKey key(String path) {
        return ProfileKey.named(path).orElseThrow();
    }
}
