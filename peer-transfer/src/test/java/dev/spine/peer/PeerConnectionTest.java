package dev.spine.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.IopState;
import dev.spine.i2o.Tid;
import dev.spine.i2o.table.SystemTable;
import dev.spine.iop.bus.MemoryLedger;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.kernel.AliasEntry;
import dev.spine.iop.kernel.IopCounters.Counter;
import dev.spine.iop.kernel.MessageRoute;
import dev.spine.peer.PeerConnection.State;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PeerConnectionTest {
    private static final long SECOND = 1_000_000_000L;

    private final ModelledEngine engine = TestNode.modelled(1);
    private final TestNode node = new TestNode(engine);
    private final TestIop left = node.add(PeerSettings.STANDARD);
    private final TestIop right = node.add(PeerSettings.STANDARD);
    private final EchoModule here = new EchoModule();
    private final EchoModule there = new EchoModule();
    private final int hereTid = left.install(here);
    private final int thereTid = right.install(there);

    private PeerConnection open() {
        PeerConnection connection = left.call(() -> left.transport.open(hereTid, right.iopId, thereTid));
        engine.advanceTo(engine.nowNs() + SECOND / 100);
        return connection;
    }

    private static MessageRoute route(PeerConnection connection) {
        return Objects.requireNonNull(connection.route());
    }

    @Test
    void aConnectionOpensOnDemandAndCarriesRequestsAndReplies() {
        node.start();
        PeerConnection connection = left.transport.open(hereTid, right.iopId, thereTid);
        assertEquals(State.OPENING, connection.state());
        assertNull(connection.route());

        engine.advanceTo(SECOND / 100);
        assertEquals(State.OPEN, connection.state());
        assertEquals("", connection.reason());
        assertTrue(left.call(() -> here.send(route(connection), 77, 41)));
        engine.advanceTo(SECOND / 50);

        EchoModule.Seen request = there.requests.getFirst();
        assertEquals(EchoModule.FUNCTION, request.function());
        assertEquals(thereTid, request.target(), "the request's target is translated when it is written");
        AliasEntry row = Objects.requireNonNull(right.kernel.directory().connection(request.initiator()));
        assertEquals(hereTid, row.remoteTid(), "the initiator is an alias in the target's space");
        EchoModule.Seen reply = here.replies.getFirst();
        assertEquals(hereTid, reply.initiator());
        assertEquals(thereTid, Objects.requireNonNull(left.kernel.directory().connection(reply.target())).remoteTid());
        assertEquals(77, reply.initiatorContext());
        assertEquals(~77, reply.transactionContext());
        assertEquals(42, reply.word());
        assertEquals(List.of(), node.frameLosses());
    }

    @Test
    void bothSidesKeepTheRowsOfTheExternalConnectionTable() {
        node.start();
        open();

        List<AliasEntry> created = left.kernel.directory().connections();
        List<AliasEntry> accepted = right.kernel.directory().connections();
        assertEquals(2, created.size(), "one row for the executives, one for the pair of devices");
        assertEquals(2, accepted.size());
        assertTrue(created.stream().allMatch(row -> row.createdHere() && row.remoteIopId() == right.iopId));
        assertTrue(created.stream().allMatch(row -> row.remote().equals(right.busAgent)));
        assertTrue(accepted.stream().noneMatch(AliasEntry::createdHere));
        for (AliasEntry row : created) {
            AliasEntry other = Objects.requireNonNull(right.kernel.directory().connection(row.aliasOfLocal()));
            assertEquals(row.alias(), other.aliasOfLocal());
            assertEquals(row.localTid(), other.remoteTid());
            assertEquals(row.remoteTid(), other.localTid());
            assertEquals(left.iopId, other.remoteIopId());
        }
    }

    @ParameterizedTest
    @CsvSource({"left, this IOP", "right, IOP 3"})
    @Tag("SN-12")
    void aConnectionForWhoseFramesTheCardHasNoMemoryIsRefusedAndTheReasonSaysWhoHoldsWhat(String full, String who) {
        TestIop card = full.equals("left") ? left : right;
        MemoryLedger memory = node.bus.memory(card.busAgent);
        memory.exempt(card.window);
        memory.hold("message frames", card.unit::frameMemoryBytes);
        memory.limit(memory.held() + 100);
        node.start();
        PeerConnection connection = open();
        assertEquals(State.REFUSED, connection.state());
        assertTrue(connection.reason().startsWith(who + " has no room for more message frames: the card's memory of " + memory.limit()
            + " bytes has 100 left, and "), connection.reason());
        assertTrue(connection.reason().endsWith("  message frames"), connection.reason());
        assertTrue(memory.left() >= 0);
        assertEquals(List.of(), node.frameLosses());

        memory.limit(memory.held() + (1 << 20));
        PeerConnection again = open();
        assertEquals(State.OPEN, again.state(), again.reason());
    }

    @Test
    void openingTwiceIsOneConnection() {
        node.start();
        PeerConnection first = open();
        assertSame(first, left.transport.open(hereTid, right.iopId, thereTid));
        assertSame(first, left.transport.find(hereTid, right.iopId, thereTid));
        assertEquals(2, left.kernel.directory().connections().size());
    }

    @Test
    void whatWasNeverAskedForIsNotFound() {
        node.start();
        assertNull(left.transport.find(hereTid, right.iopId, thereTid));
    }

    @Test
    void bothSidesMayOpenAtTheSameTime() {
        node.start();
        PeerConnection forth = left.call(() -> left.transport.open(hereTid, right.iopId, thereTid));
        PeerConnection back = right.call(() -> right.transport.open(thereTid, left.iopId, hereTid));
        engine.advanceTo(SECOND / 100);
        assertEquals(State.OPEN, forth.state());
        assertEquals(State.OPEN, back.state());
        assertTrue(left.call(() -> here.send(route(forth), 1, 10)));
        assertTrue(right.call(() -> there.send(route(back), 2, 20)));
        engine.advanceTo(SECOND / 50);
        assertEquals(11, here.replies.getFirst().word());
        assertEquals(21, there.replies.getFirst().word());
        assertEquals(List.of(), node.frameLosses());
    }

    @Test
    void severalDevicesShareOneSession() {
        EchoModule second = new EchoModule();
        int secondTid = right.install(second);
        node.start();
        PeerConnection first = left.call(() -> left.transport.open(hereTid, right.iopId, thereTid));
        PeerConnection other = left.call(() -> left.transport.open(hereTid, right.iopId, secondTid));
        engine.advanceTo(SECOND / 100);
        assertTrue(left.call(() -> here.send(route(first), 1, 10)));
        assertTrue(left.call(() -> here.send(route(other), 2, 20)));
        engine.advanceTo(SECOND / 50);
        assertEquals(1, there.requests.size());
        assertEquals(1, second.requests.size());
        assertEquals(2, here.replies.size());
    }

    @Test
    void anIopOutsideTheSystemTableIsRefusedAtOnce() {
        node.start();
        PeerConnection connection = left.call(() -> left.transport.open(hereTid, 99, thereTid));
        assertEquals(State.REFUSED, connection.state());
        assertTrue(connection.reason().contains("99"), connection.reason());
    }

    @Test
    void aTargetThatDoesNotExistIsRefusedAndNothingIsKept() {
        node.start();
        PeerConnection connection = left.call(() -> left.transport.open(hereTid, right.iopId, 0x123));
        engine.advanceTo(SECOND / 100);
        assertEquals(State.REFUSED, connection.state());
        assertTrue(connection.reason().contains("INVALID_TARGET_ADDRESS"), connection.reason());
        assertEquals(1, left.kernel.directory().connections().size(), "only the executives stay connected");
        assertEquals(0, node.directory.parkedQueuePairs());
        assertEquals(1, right.kernel.counters().get(Counter.CONNECTS_REFUSED));
        int queuePairs = left.unit.queuePairs().size();
        left.run(() -> left.transport.open(hereTid, right.iopId, 0x124));
        engine.advanceTo(SECOND / 50);
        assertEquals(queuePairs, left.unit.queuePairs().size(), "the queue pair of the refused connection is used again");
        assertEquals(List.of(), node.frameLosses());
    }

    @Test
    void theExecutiveCannotBeReachedAsADevice() {
        node.start();
        PeerConnection connection = left.call(() -> left.transport.open(hereTid, right.iopId, Tid.EXECUTIVE));
        engine.advanceTo(SECOND / 100);
        assertEquals(State.REFUSED, connection.state());
    }

    @Test
    void anIopThatIsNotEnabledDoesNotAnswerAndTheConnectionIsRefusedInTime() {
        left.enable(node.table());
        engine.start();
        // The other IOP answers notes but has no system table yet: it refuses the number it does not know.
        PeerConnection connection = left.call(() -> left.transport.open(hereTid, right.iopId, thereTid));
        engine.advanceTo(2 * SECOND);
        assertEquals(State.REFUSED, connection.state());
        right.kernel.directory().state(IopState.OPERATIONAL);
        right.run(() -> right.enable(node.table()));
        assertEquals(State.OPEN, open().state());
    }

    @Test
    void anIopWithoutRoomForAQueuePairRefuses() {
        ModelledEngine small = TestNode.modelled(1);
        TestNode crowded = new TestNode(small, 128, 0x1000 + (8 + 16 + 16 + 4) * 192);
        TestIop asking = crowded.add(PeerSettings.STANDARD);
        TestIop asked = crowded.add(PeerSettings.STANDARD);
        int tid = asking.install(new EchoModule());
        int target = asked.install(new EchoModule());
        crowded.start();
        PeerConnection connection = asking.call(() -> asking.transport.open(tid, asked.iopId, target));
        small.advanceTo(SECOND / 100);
        assertEquals(State.REFUSED, connection.state());
        assertTrue(connection.reason().contains("room"), connection.reason());
    }

    @Test
    void aFullTidTableRefusesOnEitherSide() {
        node.start();
        open();
        for (TestIop full : List.of(right, left)) {
            int alias = full.kernel.directory().allocateAlias();
            while (alias != Tid.NONE) {
                full.kernel.connections().connect(new AliasEntry(alias, 5, 9, 0, full.busAgent, 5, 5, null, null, true));
                alias = full.kernel.directory().allocateAlias();
            }
            int other = hereTid + 1 + full.iopId;
            PeerConnection connection = left.call(() -> left.transport.open(other, right.iopId, thereTid));
            engine.advanceTo(engine.nowNs() + SECOND / 100);
            assertEquals(State.REFUSED, connection.state());
        }
        assertEquals(0, node.directory.parkedQueuePairs());
        assertEquals(List.of(), node.frameLosses());
    }

    @Test
    void aResetOfTheOtherIopLosesConnectionsAndTheyCanBeOpenedAgain() {
        node.start();
        PeerConnection connection = open();
        MessageRoute before = route(connection);
        left.run(() -> {
            for (int i = 0; i < 5; i++) {
                here.send(before, i, i);
            }
        });
        right.run(right::reset);
        engine.advanceTo(engine.nowNs() + SECOND / 100);
        assertEquals(State.LOST, connection.state());
        assertNull(connection.route());
        assertFalse(connection.reason().isEmpty());
        assertEquals(0, left.kernel.directory().connections().size());
        assertEquals(0, right.kernel.directory().connections().size());

        right.run(() -> right.enable(node.table()));
        here.replies.clear();
        assertSame(connection, open());
        assertEquals(State.OPEN, connection.state());
        left.run(() -> here.send(route(connection), 9, 1));
        engine.advanceTo(engine.nowNs() + SECOND / 100);
        assertEquals(1, here.replies.size());
        assertEquals(List.of(), node.frameLosses());
    }

    @Test
    void aResetOfThisIopLosesConnectionsAndTheyCanBeOpenedAgain() {
        node.start();
        PeerConnection connection = open();
        int queuePairs = left.unit.queuePairs().size();
        for (int round = 0; round < 20; round++) {
            left.run(() -> {
                here.send(route(connection), 1, 1);
                left.reset();
            });
            assertEquals(State.LOST, connection.state());
            engine.advanceTo(engine.nowNs() + SECOND / 100);
            assertEquals(0, right.kernel.directory().connections().size());
            left.run(() -> left.enable(node.table()));
            open();
            assertEquals(State.OPEN, connection.state(), connection.reason());
        }
        assertEquals(queuePairs, left.unit.queuePairs().size(), "queue pairs are used again, session after session");
        assertEquals(List.of(), node.frameLosses());
    }

    @Test
    void aConnectionThatIsBeingOpenedSurvivesAResetOfTheOtherIop() {
        node.start();
        for (int after = 0; after < 200; after++) {
            PeerConnection connection = left.call(() -> left.transport.open(hereTid, right.iopId, thereTid));
            engine.advanceTo(engine.nowNs() + after * 500L);
            right.run(right::reset);
            right.run(() -> right.enable(node.table()));
            engine.advanceTo(engine.nowNs() + SECOND / 100);
            if (connection.state() == State.LOST) {
                left.run(() -> left.transport.open(hereTid, right.iopId, thereTid));
                engine.advanceTo(engine.nowNs() + SECOND / 100);
            }
            assertEquals(State.OPEN, connection.state(), "reset " + after * 500 + " ns after the open: " + connection.reason());
            left.run(left::reset);
            left.run(() -> left.enable(node.table()));
            engine.advanceTo(engine.nowNs() + SECOND / 100);
            assertEquals(List.of(), node.frameLosses());
        }
    }

    @Test
    void aNewSystemTableWithoutTheOtherIopEndsTheSession() {
        node.start();
        PeerConnection connection = open();
        left.run(() -> left.transport.onSystemTable(new SystemTable(2, List.of(left.entry()))));
        engine.advanceTo(engine.nowNs() + SECOND / 100);
        assertEquals(State.LOST, connection.state());
        assertEquals(0, right.kernel.directory().connections().size());
        assertEquals(State.REFUSED, left.call(() -> left.transport.open(hereTid, right.iopId, thereTid)).state());
        left.run(() -> left.transport.onSystemTable(node.table()));
        assertEquals(State.OPEN, open().state());
    }

    @Test
    void aRequestThatTheTargetsStateForbidsComesBackAsAFailureWithItsContexts() {
        node.start();
        PeerConnection connection = open();
        right.kernel.directory().state(IopState.READY);
        left.run(() -> here.send(route(connection), 5, 0));
        engine.advanceTo(engine.nowNs() + SECOND / 100);
        EchoModule.Seen reply = here.replies.getFirst();
        assertTrue((reply.flags() & 0x20) != 0);
        assertEquals(5, reply.initiatorContext());
        assertEquals(~5, reply.transactionContext());
        assertNotNull(connection.route());
        assertEquals(List.of(), node.frameLosses());
    }

    @Test
    void modulesThatNameEverNewObjectsFillNoMemory() {
        node.start();
        PeerConnection good = open();
        for (int tid = 0x100; tid < 0x100 + 4 * PeerLink.MAX_CONNECTIONS; tid++) {
            int made = tid;
            left.call(() -> left.transport.open(hereTid, right.iopId, made));
            if (tid % 16 == 0) {
                engine.advanceTo(engine.nowNs() + SECOND / 100);
            }
        }
        for (int iop = 0x200; iop < 0x200 + 4 * PeerTransport.MAX_UNRESOLVED; iop++) {
            int made = iop;
            assertEquals(State.REFUSED, left.call(() -> left.transport.open(hereTid, made, thereTid)).state());
        }
        engine.advanceTo(engine.nowNs() + SECOND);

        assertTrue(left.transport.connections() <= PeerLink.MAX_CONNECTIONS);
        assertTrue(left.transport.unresolved() <= PeerTransport.MAX_UNRESOLVED);
        assertEquals(4 * (PeerLink.MAX_CONNECTIONS + PeerTransport.MAX_UNRESOLVED),
            left.kernel.counters().get(Counter.CONNECTIONS_REFUSED));
        assertSame(good, open(), "connections that are open stay");
        assertTrue(left.call(() -> here.send(route(good), 7, 1)));
        engine.advanceTo(engine.nowNs() + SECOND);
        assertEquals(List.of(), node.frameLosses());
    }

    @Test
    void aTableFullOfConnectionsThatAreBeingOpenedRefusesFurtherOnes() {
        node.start();
        for (int tid = 0x100; tid < 0x100 + PeerLink.MAX_CONNECTIONS; tid++) {
            int made = tid;
            left.call(() -> left.transport.open(hereTid, right.iopId, made));
        }
        assertEquals(PeerLink.MAX_CONNECTIONS, left.transport.connections());
        PeerConnection oneTooMany = left.call(() -> left.transport.open(hereTid, right.iopId, thereTid));
        assertEquals(State.REFUSED, oneTooMany.state());
        engine.advanceTo(engine.nowNs() + SECOND);
        assertEquals(State.OPEN, open().state(), "when the others have been refused, there is room");
        assertEquals(List.of(), node.frameLosses());
    }
}
