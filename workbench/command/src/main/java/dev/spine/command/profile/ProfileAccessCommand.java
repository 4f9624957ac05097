package dev.spine.command.profile;

import dev.spine.command.option.JsonOption;
import dev.spine.command.option.Verb;
import dev.spine.perf.access.AccessCost;
import dev.spine.perf.access.AccessCosts;
import dev.spine.perf.report.RecordJson;
import dev.spine.system.output.Progress;
import dev.spine.system.output.TextTable;
import dev.spine.system.profile.Profile;
import dev.spine.system.profile.ProfileFile;
import dev.spine.system.scenario.BudgetExceededException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spine profile access}: what it costs the processors of a machine to reach its parts. */
@Command(
    name = "access",
    description = "Measures on the modelled engine what it costs to reach memory, registers, DMA engines and other cards, from a card's"
        + " processor and from the host's.",
    mixinStandardHelpOptions = true,
    footer = {
        "  spine profile access lanai-33 host-400",
        "  spine profile access lanai-33 --set bus.clock=66MHz",
        "  spine profile access lanai-33 --json - | jq .    for programs"
    })
final class ProfileAccessCommand extends Verb implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "PROFILE",
        description = "Bundled profiles or files that end in .toml. Default: all that are bundled.")
    private List<String> profiles = List.of();

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Apply this override to the machines; may be repeated.")
    private List<String> changes = List.of();

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Seed of all randomness. Default: 1.")
    private long seed = 1;

    @Mixin
    private JsonOption json = new JsonOption();

    /** Made by picocli, which fills the fields. */
    public ProfileAccessCommand() {}

    @Override
    public Integer call() {
        json.check();
        List<String> references = (profiles.isEmpty() ? ProfileFile.BUNDLED : profiles).stream()
            .map(name -> ProfileFile.reference(name, changes)).toList();
        // What is wrong with one is found out before any is measured.
        Map<String, Profile> machines = new LinkedHashMap<>();
        references.forEach(reference -> machines.put(reference, ProfileFile.load(reference)));
        Progress progress = Progress.ofRun();
        List<Map<String, Object>> objects = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        machines.forEach((reference, profile) -> {
            progress.show(profile.name());
            List<AccessCost> costs = costs(reference, progress);
            costs.forEach(cost -> objects.add(cost.json(profile.name())));
            text.append(text.isEmpty() ? "" : "\n").append(profile.name()).append(": ").append(profile.about()).append("\n\n")
                .append(table(costs));
        });
        progress.clear();
        PrintWriter out = out();
        json.write(() -> RecordJson.write(List.of(), objects), text::toString, out);
        return 0;
    }

    private List<AccessCost> costs(String reference, Progress progress) {
        try {
            return BudgetExceededException.during(reference, () -> AccessCosts.of(reference, seed));
        } catch (BudgetExceededException e) {
            progress.clear();
            throw e;
        }
    }

    private static TextTable table(List<AccessCost> costs) {
        TextTable table = new TextTable("modelled: place", "card, ns", "cycles", "host, ns", "cycles");
        for (AccessCost cost : costs) {
            table.row(cost.place(), number(cost.cardNs()), number(cost.cardCycles()), number(cost.hostNs()), number(cost.hostCycles()));
        }
        return table;
    }

    private static String number(double number) {
        return String.format(Locale.ROOT, "%,.1f", number);
    }
}
