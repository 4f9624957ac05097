package dev.spine.perf.benchmarks.ardma;

import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.Intrinsic;
import dev.spine.perf.benchmarks.Bench;
import dev.spine.perf.benchmarks.ardma.CallNode.Mode;
import java.lang.classfile.Opcode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/**
 * The command: how long a client's host waits until a routine is installed that the server has not seen, and one that it has; and from the
 * call that has the card ask for a compiled form until there is one. Each round has a routine of its own; beside it a look-up of an area,
 * which is a round trip of the same two hosts. Live, on one thread, over a wire in memory. One thread.
 *
 * <p>{@code perf/bench ardma.InstallBench [rounds]}: 200 unless given, some seconds.
 */
public final class InstallBench {
    private static final int WARM_UPS = 100;
    private static final int MAX_LOOKS = 10_000_000;
    private static final double NS_PER_US = 1_000;

    private final Map<String, List<Double>> taken = new LinkedHashMap<>();

    private InstallBench() {}

    /**
     * Runs and prints.
     *
     * @param arguments how many rounds
     */
    public static void main(String[] arguments) {
        Bench.main(InstallBench.class, arguments);
    }

    @Command(description = "How long it takes until a routine is installed, and until it is compiled.",
        footer = "Example: perf/bench ardma.InstallBench 200")
    static void run(@Parameters(arity = "0..1", defaultValue = "200", description = "a routine each") int rounds) {
        InstallBench bench = new InstallBench();
        try (CallNode node = new CallNode()) {
            node.compile(Mode.CHECKED);
            RemoteServer server = node.connect(Mode.CHECKED);
            List<RemoteArea> areas = List.of(server.lookup("zeros"));
            for (int i = -WARM_UPS; i < rounds; i++) {
                if (i == 0) {
                    bench.taken.clear();
                }
                bench.round(node, server, areas, i);
            }
        }
        bench.taken.forEach((what, ns) -> {
            Collections.sort(ns);
            System.out.println(String.format(Locale.ROOT, "%-10s p50 %8.1f us, p10 %8.1f, p90 %8.1f", what,
                ns.get(ns.size() / 2) / NS_PER_US, ns.get(ns.size() / 10) / NS_PER_US, ns.get(ns.size() * 9 / 10) / NS_PER_US));
        });
    }

    private void round(CallNode node, RemoteServer server, List<RemoteArea> areas, int number) {
        byte[] routine = routine(number);
        time("look-up", () -> server.lookup("zeros"));
        time("first", () -> server.install(routine));
        time("cached", () -> server.install(routine));
        long hash = CallNode.hash(routine);
        time("compiled", () -> {
            long _ = server.call(hash, areas, 8).value();
            int looks = 0;
            while (node.server(Mode.CHECKED).compileWanted() == 0) {
                if (++looks == MAX_LOOKS) {
                    throw new IllegalStateException("it was not compiled: a defect");
                }
                Thread.onSpinWait();
            }
        });
        server.forget(hash);
    }

    private void time(String what, Runnable work) {
        long begin = System.nanoTime();
        work.run();
        taken.computeIfAbsent(what, _ -> new ArrayList<>()).add((double) (System.nanoTime() - begin));
    }

    /** Adds up elements, and a number of its own. */
    private static byte[] routine(long number) {
        RoutineBuilder builder = new RoutineBuilder().areas(1);
        Label again = new Label("again");
        builder.method("sum", "(J)J").push(number).local(Opcode.LSTORE, 2).label(again)
            .load(0).push(1L).op(Opcode.LSUB).local(Opcode.LSTORE, 0)
            .local(Opcode.LLOAD, 2).push(0).load(0).push(8L).op(Opcode.LMUL).call(Intrinsic.LOAD64).op(Opcode.LADD)
            .local(Opcode.LSTORE, 2)
            .load(0).push(0L).op(Opcode.LCMP).jump(Opcode.IFGT, again).local(Opcode.LLOAD, 2).returns();
        return builder.build();
    }
}
