package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.Method;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.EventRequestManager;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Systems whose cards and host do not answer: a debugger holds the threads of the engine. They end within ten seconds all the same. */
@Tag("full")
@Timeout(120)
class HungSystemTest {
    private static final long LIMIT_MS = 10_000;
    private static final int TERMINATED = 143;
    private static final List<String> DEBUGGED = List.of("-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=127.0.0.1:0");

    @TempDir
    private Path directory;
    private Leftovers leftovers = Leftovers.NONE;

    @BeforeEach
    void watch() throws IOException {
        leftovers = Leftovers.watch(directory);
    }

    @AfterEach
    void removeNamespace() {
        leftovers.close();
    }

    /** A verb whose engine's threads are held. */
    private final class Hung implements AutoCloseable {
        private final ServingVerb verb;
        private final Path place;
        private final SpineProcess process;
        private final VirtualMachine machine;

        Hung(ServingVerb verb) throws Exception {
            this.verb = verb;
            place = Files.createDirectory(directory.resolve(verb.name()));
            process = new SpineProcess(SpineCommand.class, DEBUGGED, verb.command(place, leftovers.space()).toArray());
            String port = process.awaitLine("Listening for transport").replaceAll(".*: *", "");
            process.awaitLine(String.valueOf(verb.ready()));
            AttachingConnector connector = Bootstrap.virtualMachineManager().attachingConnectors().stream()
                .filter(each -> each.name().equals("com.sun.jdi.SocketAttach")).findFirst().orElseThrow();
            Map<String, Connector.Argument> arguments = connector.defaultArguments();
            arguments.get("hostname").setValue("127.0.0.1");
            arguments.get("port").setValue(port);
            machine = connector.attach(arguments);
        }

        Hung withoutEngine() {
            List<ThreadReference> engine = engine();
            while (engine.isEmpty()) {
                Thread.onSpinWait();
                engine = engine();
            }
            engine.forEach(ThreadReference::suspend);
            return this;
        }

        /** Each thread that loads a class or makes one stands from now on, as behind a held thread that is doing so. */
        Hung withoutClasses() {
            EventRequestManager requests = machine.eventRequestManager();
            Stream.of(machine.classesByName("jdk.internal.loader.BuiltinClassLoader").getFirst().methodsByName("loadClassOrNull"),
                    machine.classesByName("java.lang.invoke.MethodHandles$Lookup$ClassDefiner").getFirst().methodsByName("defineClass"))
                .flatMap(List::stream).map(Method::location).map(requests::createBreakpointRequest).forEach(request -> {
                    request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
                    request.enable();
                });
            return this;
        }

        private List<ThreadReference> engine() {
            return machine.allThreads().stream().filter(thread -> thread.name().startsWith("live ")).toList();
        }

        void assertEnds(int code, long beganNs) throws Exception {
            assertTrue(process.awaitEnd(LIMIT_MS - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs)),
                () -> verb + " does not end: " + process.lines());
            System.out.println(verb + " with held threads has ended in "
                + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs) + " ms");
            assertEquals(code, process.exitCode(), () -> process.lines().toString());
        }

        @Override
        public void close() {
            process.close();
        }
    }

    @Test
    void verbsWhoseCardsDoNotAnswerAreEndedBySigterm() throws Exception {
        Deque<Hung> hung = new ArrayDeque<>();
        try {
            for (ServingVerb verb : List.of(ServingVerb.ROUTE, ServingVerb.SERVE_IOP, ServingVerb.DISK, ServingVerb.PLAY,
                    ServingVerb.PLAY_LIVE)) {
                hung.add(new Hung(verb).withoutEngine());
            }
            long beganNs = System.nanoTime();
            for (Hung each : hung) {
                each.process.signal("TERM");
            }
            for (Hung each : hung) {
                each.assertEnds(TERMINATED, beganNs);
                leftovers.assertNone(each.place, () -> each.verb + ": " + each.process.lines());
            }
        } finally {
            hung.forEach(Hung::close);
        }
    }

    @Test
    void runningSystemIsEndedBySigtermAndByStop() throws Exception {
        try (Hung run = new Hung(ServingVerb.RUN).withoutEngine()) {
            long beganNs = System.nanoTime();
            run.process.signal("TERM");
            run.assertEnds(TERMINATED, beganNs);
            leftovers.assertNone(run.place, () -> run.process.lines().toString());
            assertTrue(run.process.lines().stream().anyMatch(line -> line.startsWith("spine: the command did not end in order")),
                () -> run.process.lines().toString());
        }
        ServingVerb.clear(directory.resolve(ServingVerb.RUN.name()));
        try (Hung run = new Hung(ServingVerb.RUN).withoutEngine()) {
            long beganNs = System.nanoTime();
            CommandRun stop = CommandRun.of("stop", "--socket", run.place.resolve("control.sock"));
            assertEquals(0, stop.code(), stop::toString);
            run.assertEnds(1, beganNs);
            leftovers.assertNone(run.place, () -> run.process.lines().toString());
        }
    }

    @Test
    void verbThatCanLoadNoClassIsEndedBySigterm() throws Exception {
        try (Hung play = new Hung(ServingVerb.PLAY).withoutClasses()) {
            long beganNs = System.nanoTime();
            play.process.signal("TERM");
            play.assertEnds(TERMINATED, beganNs);
            assertTrue(play.process.allLines().getLast().startsWith("spine: the command did not end in order"),
                () -> play.process.lines().toString());
        }
    }

    @Test
    void javaMachineThatStandsStillIsEndedByTheOperatingSystem() throws Exception {
        try (SpineProcess process = new SpineProcess(StandStill.class, List.of("-XX:TieredStopAtLevel=4"))) {
            process.awaitLine("stands still");
            long beganNs = System.nanoTime();
            process.signal("TERM");
            assertTrue(process.awaitEnd(LIMIT_MS), () -> process.lines().toString());
            System.out.println("the machine has ended in " + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - beganNs) + " ms");
            assertEquals(TERMINATED, process.exitCode());
        }
    }
}
