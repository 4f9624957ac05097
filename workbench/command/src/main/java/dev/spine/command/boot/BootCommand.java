package dev.spine.command.boot;

import dev.spine.command.option.Verb;
import dev.spine.host.driver.ExternalConnection;
import dev.spine.host.driver.HostException;
import dev.spine.host.driver.IopReport;
import dev.spine.host.driver.SystemReport;
import dev.spine.iop.bus.MemoryLedger;
import dev.spine.system.EngineChoice;
import dev.spine.system.MemoryTable;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.graph.SpineComponent;
import dev.spine.system.output.OutputFile;
import dev.spine.system.profile.ProfileFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code spine boot}: brings a system into operation, shows its tables, and takes it out of operation again. */
@Command(
    name = "boot",
    description = "Boots a system and shows the system table, and of each IOP the status block, hardware resource table (HRT), logical"
        + " configuration table (LCT), external connections, and who holds what of its card's memory; then shuts it down in order.",
    mixinStandardHelpOptions = true,
    footer = {
        "  spine boot                       the built-in system, live",
        "  spine boot SYSTEM.toml           a system of your own: docs/system-files.md",
        "  spine boot --engine modelled     in virtual time, on the machine of the profile",
        "  spine boot --json - | jq .iops   for programs"
    })
public final class BootCommand extends Verb implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "SYSTEM.toml", description = "Describes the system; without it a built-in one is used.")
    private @Nullable Path file;

    @Option(names = "--engine", paramLabel = "ENGINE", defaultValue = "live",
        description = "live (this machine's clock) or modelled (virtual time). Default: live.")
    private EngineChoice engine = EngineChoice.LIVE;

    @Option(names = "--json", paramLabel = "FILE", description = "Write the tables as JSON to FILE; - for standard output, without tables.")
    private @Nullable String json;

    /** Made by picocli, which fills the fields. */
    public BootCommand() {}

    @Override
    public Integer call() {
        OutputFile target = json == null ? null : new OutputFile(json);
        if (target != null) {
            target.check();
        }
        SpineComponent graph = SpineComponent.create();
        Path given = file;
        SystemDescription description = given == null ? BuiltInSystem.describe() : graph.systemFile().read(given);
        BootResult result;
        try (SpineSystem system = engine.build(graph.systemFactory(), description)) {
            result = boot(system);
        }
        PrintWriter out = out();
        if (target == null || !target.isStandardOutput()) {
            out.print(BootTables.write(result));
            out.flush();
        }
        if (target != null) {
            target.write(BootJson.write(result), out);
        }
        return 0;
    }

    private BootResult boot(SpineSystem system) {
        SystemReport report = system.boot();
        long firstMessageMs = engine == EngineChoice.LIVE ? ProcessAge.now().minusNanos(report.bootNs()).toMillis() : -1;
        Map<String, List<ExternalConnection>> connections = new HashMap<>();
        Map<String, MemoryTable> memory = new HashMap<>();
        long described = engine == EngineChoice.MODELLED ? ProfileFile.find(system.description().profile()).cardMemoryBytes()
            : MemoryLedger.UNLIMITED;
        system.iops().keySet().forEach(iop -> memory.put(iop, MemoryTable.of(system.memory(iop), described)));
        if (report.failures().isEmpty()) {
            for (IopReport iop : report.iops()) {
                connections.put(iop.name(), system.await("the external connections of " + iop.name(),
                    () -> system.driver().connections(system.driver(iop.name()))));
            }
        }
        List<String> ended = system.await("the shutdown", system.driver()::shutdown);
        report.orThrow();
        if (ended.size() < system.iops().size()) {
            throw new HostException("of " + system.iops().size() + " IOPs only these shut down in order: " + String.join(", ", ended));
        }
        return new BootResult(system.description().name(), system.engine().name(), firstMessageMs, report, connections, memory);
    }
}
