package dev.spine.command.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.command.control.ControlSocket;
import dev.spine.command.control.SocketMode;
import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.client.ClientExtension;
import dev.spine.extension.ardma.host.ArdmaClient;
import dev.spine.extension.ardma.host.ArdmaException;
import dev.spine.extension.ardma.host.CallResult;
import dev.spine.extension.ardma.host.RemoteArea;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.extension.ardma.host.demo.LinkedList;
import dev.spine.extension.ardma.host.tool.Label;
import dev.spine.extension.ardma.host.tool.RoutineBuilder;
import dev.spine.extension.ardma.routine.ArrayArea;
import dev.spine.extension.host.PackagedExtension;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.i2o.IopState;
import dev.spine.iop.engine.live.AbandonedThreads;
import dev.spine.iop.engine.live.IdlePolicy;
import dev.spine.system.EngineChoice;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.ending.Interruption;
import dev.spine.system.graph.SpineComponent;
import java.lang.classfile.Opcode;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server of Active RDMA that a system file names: what clients run much there is compiled by the run. */
@Tag("AR-12")
@Timeout(60)
class ServedRoutinesTest {
    private static final int ELEMENTS = 1_000;
    private static final long SERVER_ADDRESS = 0x02_53_50_00_00_01L;
    private static final int MANY = 100;
    private static final long LONG = 600_000_000L;

    @TempDir
    private Path directory;
    private final LinkedBlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private AutoCloseable ending = () -> { };

    @AfterEach
    void end() throws Exception {
        ending.close();
    }

    private static String text(String key) {
        return """
            name = "served"
            activation-limit-ms = 250

            [[wire]]
            kind = "link"
            name = "between"

            [[iop]]
            name = "server"

            [[iop.device]]
            kind = "lan"
            wire = "between"
            address = "02:53:50:00:00:01"

            [[iop.device]]
            kind = "runtime"

            [[iop.device.extension]]
            name = "areas"
            image = "ardma"
            parameters = { areas = "list 32768 writable" }
            %s

            [[iop]]
            name = "client"

            [[iop.device]]
            kind = "lan"
            wire = "between"
            address = "02:53:50:00:00:02"

            [[iop.device]]
            kind = "runtime"
            """.formatted(key);
    }

    private SpineSystem run(String key) throws Exception {
        SpineComponent graph = SpineComponent.create();
        SystemDescription description = graph.systemFile().read("served", text(key));
        SpineSystem system = EngineChoice.buildLive(graph.systemFactory(), description, IdlePolicy.BACK_OFF);
        ControlSocket socket = ControlSocket.bind(directory.resolve("spine.sock"), SocketMode.OWNER);
        Interruption interruption = Interruption.watch();
        SystemRun run = new SystemRun(system, socket, () -> description, interruption, lines::add);
        FutureTask<Void> task = new FutureTask<>(run::run, null);
        Thread.ofPlatform().daemon().start(task);
        ending = () -> {
            run.orders().give(Orders.Order.STOP);
            task.get();
            interruption.close();
            socket.close();
            system.close();
        };
        for (String line = ""; !line.startsWith("running;"); line = Objects.requireNonNullElse(lines.poll(1, TimeUnit.SECONDS), "")) {
            if (task.isDone()) {
                task.get();
            }
        }
        return system;
    }

    private static RuntimeClient runtime(SpineSystem system, String iop) {
        return new RuntimeClient(system.driver(iop), system.device(iop, "runtime").tid(), system.hostMemory(), system.tasks());
    }

    private static RemoteServer connect(SpineSystem system) {
        RuntimeClient runtime = runtime(system, "client");
        int client = runtime.load(PackagedExtension.image("ardma-client", ClientExtension.class), LoadOptions.OF_NODE);
        return new ArdmaClient(new HostSide(runtime, system.host(), system.hostMemory(), system.tasks()), client)
            .connect(SERVER_ADDRESS, 1);
    }

    private static RemoteArea list(RemoteServer server) {
        byte[] bytes = new byte[(int) LinkedList.bytes(ELEMENTS)];
        LinkedList.layOut(new ArrayArea(bytes, true), LongStream.range(0, ELEMENTS).toArray(),
            LongStream.range(0, ELEMENTS).map(key -> key * key).toArray(), IntStream.range(0, ELEMENTS).toArray());
        RemoteArea area = server.lookup("list");
        server.write(area, 0, bytes);
        return area;
    }

    private static long counter(SpineSystem system, String name) {
        return runtime(system, "server").inspect(1, 0).counters().getOrDefault(name, 0L);
    }

    private static long compiledSteps(SpineSystem system) {
        return counter(system, "steps of compiled code");
    }

    private static long uncheckedCalls(SpineSystem system) {
        return counter(system, "calls of unchecked code");
    }

    @Test
    void aRoutineThatIsCalledOftenIsInterpretedAtOnceAndCompiledLater() throws Exception {
        SpineSystem system = run("");
        RemoteServer server = connect(system);
        RemoteArea list = list(server);
        long hash = server.install(LinkedList.lookupRoutine());
        CallResult first = server.call(hash, List.of(list), ELEMENTS - 1, -1);
        assertEquals((ELEMENTS - 1L) * (ELEMENTS - 1), first.value());
        assertEquals(0, compiledSteps(system), "nobody waits for the compiler");
        while (compiledSteps(system) == 0) {
            CallResult next = server.call(hash, List.of(list), ELEMENTS - 1, -1);
            assertEquals(first.value(), next.value());
            assertEquals(first.steps(), next.steps());
        }
        assertTrue(runtime(system, "server").list().size() > 1, "the form is an extension of its own");
    }

    @Test
    void theFileCanHaveThemInterpreted() throws Exception {
        SpineSystem system = run("routines = \"interpreted\"");
        RemoteServer server = connect(system);
        RemoteArea list = list(server);
        long hash = server.install(LinkedList.lookupRoutine());
        for (int i = 0; i < MANY; i++) {
            server.call(hash, List.of(list), ELEMENTS - 1, -1);
        }
        assertEquals(1, runtime(system, "server").list().size());
        assertEquals(0, compiledSteps(system));
    }

    /** A routine that counts down from its argument: for all that it matters here, without end. */
    private static byte[] countdown() {
        RoutineBuilder builder = new RoutineBuilder();
        Label again = new Label("again");
        builder.method("main", "(J)J").push(1L).local(Opcode.LSTORE, 2).label(again)
            .local(Opcode.LLOAD, 2).push(6_364_136_223_846_793_005L).op(Opcode.LMUL).push(1L).op(Opcode.LADD).local(Opcode.LSTORE, 2)
            .load(0).push(1L).op(Opcode.LSUB).op(Opcode.DUP2).local(Opcode.LSTORE, 0)
            .push(0L).op(Opcode.LCMP).jump(Opcode.IFGT, again).local(Opcode.LLOAD, 2).returns();
        return builder.build();
    }

    @Test
    @Tag("AR-07")
    @Tag("full")
    void anUncheckedRoutineWithoutEndCostsTheCardAndItsClientGetsNoAnswer() throws Exception {
        SpineSystem system = run("routines = \"unchecked\"");
        RemoteServer server = connect(system);
        long hash = server.install(countdown());
        long value = server.call(hash, List.of(), ELEMENTS).value();
        while (uncheckedCalls(system) == 0) {
            assertEquals(value, server.call(hash, List.of(), ELEMENTS).value());
        }
        ArdmaException none = assertThrows(ArdmaException.class, () -> server.call(hash, List.of(), LONG));
        assertEquals(ArdmaProtocol.NO_ANSWER, none.status());
        assertEquals(IopState.FAILED,
            IopState.of(system.await("the status", () -> system.driver().status(system.driver("server"))).iopState()));
        // Only so that the run can end in order.
        system.await("the reset", () -> system.driver().restart(system.driver("server")));
        HungNode.await("the end of the thread", () -> AbandonedThreads.count() == 0);
    }
}
