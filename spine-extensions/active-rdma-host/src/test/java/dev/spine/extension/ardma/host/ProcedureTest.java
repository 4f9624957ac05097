package dev.spine.extension.ardma.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.ardma.host.lift.Areas;
import dev.spine.extension.ardma.host.lift.RoutineLifter;
import dev.spine.extension.ardma.routine.Fault;
import dev.spine.extension.harness.HarnessEngine;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What the host of a server offers to all clients. */
@Tag("AR-01")
class ProcedureTest {
    private static byte[] adding(long salt) {
        var routine = RoutineLifter.lift(delta -> Areas.fetchAdd(0, 0, delta) + delta).areas(1);
        routine.data(new byte[] {(byte) salt, (byte) (salt >>> 8)});
        return routine.build();
    }

    private static int status(Runnable what) {
        return assertThrows(ArdmaException.class, what::run).status();
    }

    @ParameterizedTest
    @EnumSource
    void anyClientCallsAProcedureAndTheHostsOfBothSidesHearNothingOfIt(HarnessEngine engine) {
        try (TestServer node = new TestServer(3, engine)) {
            node.server.open("sum", 8, true);
            node.server.offer("add", adding(0));
            RemoteServer first = node.connect(0);
            RemoteServer second = node.connect(1);
            List<RemoteArea> sum = List.of(first.lookup("sum"));
            RemoteRoutine add = first.procedure("add");
            RemoteRoutine other = second.procedure("add");
            node.network.settle();
            node.network.card(0).hostMessages();
            for (int i = 1; i <= 20; i++) {
                assertEquals(2L * i - 1, add.run(sum, 1).value());
                assertEquals(2L * i, other.run(sum, 1).value());
            }
            node.network.settle();
            assertEquals(List.of(), node.network.card(0).hostMessages());
        }
    }

    @Test
    void aProcedureCountsAgainstNoClientAndIsForgottenByNone() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            node.server.open("sum", 8, true);
            node.server.limit(1_000, 0, 1);
            for (int i = 0; i < 3; i++) {
                node.server.offer("add" + i, adding(i));
            }
            RemoteServer server = node.connect(0);
            List<RemoteArea> sum = List.of(server.lookup("sum"));
            RemoteRoutine add = server.procedure("add0");
            long hash = server.install(adding(0));
            assertEquals(ArdmaProtocol.TOO_MANY, status(() -> server.install(adding(7))));
            assertEquals(1, server.call(hash, sum, 1).value());
            server.forget(hash);
            assertEquals(2, add.run(sum, 1).value());
            assertEquals(ArdmaProtocol.NO_ROUTINE, status(() -> server.forget(hash)), "clients forget what they have installed alone");
            assertEquals(3, add.run(sum, 1).value());
        }
    }

    @Test
    void aProcedureThatIsWithdrawnIsCalledNoMore() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            node.server.open("sum", 8, true);
            node.server.offer("add", adding(0));
            node.server.offer("plus", adding(0));
            RemoteServer server = node.connect(0);
            List<RemoteArea> sum = List.of(server.lookup("sum"));
            RemoteRoutine add = server.procedure("add");
            node.server.withdraw("add");
            assertEquals(ArdmaProtocol.NO_PROCEDURE, status(() -> server.procedure("add")));
            assertEquals(1, server.procedure("plus").run(sum, 1).value());
            assertEquals(2, add.run(sum, 1).value(), "it has another name");
            node.server.withdraw("plus");
            assertEquals(ArdmaProtocol.NO_ROUTINE, status(() -> add.run(sum, 1)));
            assertEquals(ArdmaProtocol.NO_PROCEDURE, status(() -> node.server.withdraw("plus")));
            node.server.offer("add", adding(1));
            assertEquals(3, server.procedure("add").run(sum, 1).value());
        }
    }

    @Test
    void whatCannotBeOfferedIsRefusedAndSaysWhy() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            node.server.offer("add", adding(0));
            assertEquals("procedure add cannot be offered: the name is taken: close or withdraw what has it first, or choose another name",
                assertThrows(ArdmaException.class, () -> node.server.offer("add", adding(1))).getMessage());
            byte[] broken = adding(2);
            broken[0] = 0;
            assertEquals("the server refuses the routine: no routine of this version",
                assertThrows(ArdmaException.class, () -> node.server.offer("broken", broken)).getMessage().replaceAll(" in method.*", ""));
            assertThrows(IllegalArgumentException.class, () -> node.server.offer("a name", adding(3)));
            for (int i = 1; i < ArdmaServer.MAX_PROCEDURES; i++) {
                node.server.offer("add" + i, adding(i));
            }
            assertEquals(ArdmaProtocol.TOO_MANY, status(() -> node.server.offer("more", adding(99))));
            node.server.withdraw("add7");
            node.server.offer("more", adding(99));
            assertTrue(node.card().report().running());
        }
    }

    @Test
    void aProcedureHasTheLimitsOfAnyCall() {
        try (TestServer node = new TestServer(2, HarnessEngine.MODELLED)) {
            node.server.open("sum", 8, false);
            node.server.limit(3, 0, 0);
            node.server.offer("add", adding(0));
            RemoteServer server = node.connect(0);
            RemoteRoutine add = server.procedure("add");
            List<RemoteArea> sum = List.of(server.lookup("sum"));
            assertEquals(Fault.STEPS, assertThrows(ArdmaException.class, () -> add.run(sum, 1)).fault());
            node.server.limit(1_000, 0, 0);
            assertEquals(Fault.READ_ONLY, assertThrows(ArdmaException.class, () -> add.run(sum, 1)).fault());
            assertEquals(ArdmaProtocol.WRONG_ARGUMENTS, status(() -> add.run(sum)));
        }
    }
}
