package dev.spine.host.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.IopState;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.param.GenericGroups;
import dev.spine.i2o.param.OperationList;
import dev.spine.i2o.param.ResultList;
import dev.spine.i2o.table.LogicalConfigurationTable;
import dev.spine.i2o.table.SystemTable;
import dev.spine.iop.bus.Account;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Boot, use, restart and shutdown of whole systems. */
class HostBootTest {
    private static final int ECHO_TID = 0x008;

    @ParameterizedTest
    @EnumSource
    @Tag("SN-08")
    void bringsEveryIopIntoOperationAndKnowsItsTables(EngineKind kind) {
        try (TestNode node = new TestNode(kind, 3)) {
            SystemReport report = node.boot();

            assertEquals(List.of(), report.failures());
            assertEquals(List.of("iop1", "iop2", "iop3"), report.iops().stream().map(IopReport::name).toList());
            assertEquals(List.of(2, 3, 4), report.table().entries().stream().map(SystemTable.Entry::iopId).toList());
            for (int i = 0; i < 3; i++) {
                IopReport iop = report.iops().get(i);
                assertEquals(IopState.OPERATIONAL.code(), iop.status().iopState());
                assertEquals(iop.iopId(), iop.status().iopId());
                assertEquals(0, iop.hardware().entries().size());
                LogicalConfigurationTable lct = iop.configuration();
                assertFalse(lct.isCut());
                assertEquals(List.of(Tid.EXECUTIVE, ECHO_TID), lct.entries().stream().map(e -> e.localTid()).toList());
                assertTrue(lct.entries().get(1).isFree());
                assertEquals(node.iops.get(i).function().inboundPortAddress(), report.table().entries().get(i).inboundPortAddress());
                assertEquals(1, node.echoes.get(i).enabledTimes());
            }
            assertTrue(report.bootNs() > 0);
            assertNoFrameLost(node);
        }
    }

    /** Every frame is free, but for those that pending requests hold by design: none after a boot. */
    private static void assertNoFrameLost(TestNode node) {
        node.tasks.await("all frames", () -> node.iops.stream().map(iop -> iop.function().link().inbound()).allMatch(
            inbound -> inbound.freeForSender() == inbound.frameCount()));
        node.tasks.run(() -> node.iops.forEach(iop -> assertEquals(0, iop.function().link().outbound().ownedByTarget())));
    }

    @ParameterizedTest
    @EnumSource
    void claimsADeviceForTheHostAndGivesItBack(EngineKind kind) {
        try (TestNode node = new TestNode(kind, 1)) {
            node.boot();
            IopDriver iop = node.drivers.getFirst();

            node.await("the claim", () -> node.driver.claim(iop, ECHO_TID));
            assertEquals(Tid.HOST, userOfEcho(node));

            RefusedException second = assertThrows(RefusedException.class, () -> node.await("a second claim",
                () -> node.driver.claim(iop, ECHO_TID)));
            assertEquals(RequestStatus.ERROR_NO_DATA_TRANSFER, second.requestStatus());
            assertEquals(DetailedStatus.DEVICE_LOCKED, second.detailedStatus());

            node.await("the release", () -> node.driver.release(iop, ECHO_TID));
            assertEquals(Tid.NONE, userOfEcho(node));
            assertNoFrameLost(node);
        }
    }

    private static int userOfEcho(TestNode node) {
        return node.await("the table", () -> node.driver.configuration(node.drivers.getFirst())).entries().get(1).userTid();
    }

    @ParameterizedTest
    @EnumSource
    void readsParametersOfADevice(EngineKind kind) {
        try (TestNode node = new TestNode(kind, 1)) {
            node.boot();
            IopDriver iop = node.drivers.getFirst();

            ResultList results = node.await("parameters",
                () -> node.driver.paramsGet(iop, ECHO_TID, new OperationList().fieldGet(GenericGroups.DEVICE_IDENTITY)));

            assertEquals(1, results.blocks().size());
            assertTrue(results.blocks().getFirst().isSuccess());
            assertTrue(results.blocks().getFirst().data().toString().length() > 0);
            assertEquals(List.of(), node.await("connections", () -> node.driver.connections(iop)));
            assertNoFrameLost(node);
        }
    }

    @ParameterizedTest
    @EnumSource
    void tellsOfClaimsByAnEvent(EngineKind kind) {
        try (TestNode node = new TestNode(kind, 1)) {
            List<Integer> heard = new ArrayList<>();
            node.driver.addEventListener((iop, indicator, report) -> heard.add(indicator));
            node.boot();

            node.await("the claim", () -> node.driver.claim(node.drivers.getFirst(), ECHO_TID));

            node.tasks.await("an event", () -> heard.contains(0x200));
        }
    }

    @ParameterizedTest
    @EnumSource
    void anIopComesBackThoughAnotherOneHasFailed(EngineKind kind) {
        try (TestNode node = new TestNode(kind, 3)) {
            node.boot();
            node.tasksOf(1).run(() -> node.iops.get(1).kernel().directory().state(IopState.FAILED));
            IopReport back = node.await("the restart", () -> node.driver.restart(node.drivers.getFirst()));
            assertEquals(IopState.OPERATIONAL.code(), back.status().iopState());
        }
    }

    @ParameterizedTest
    @EnumSource
    @Tag("SS-04")
    void restartsOneIopWhileTheOthersWorkOn(EngineKind kind) {
        try (TestNode node = new TestNode(kind, 2)) {
            node.boot();
            IopDriver first = node.drivers.getFirst();
            node.tasks.run(() -> node.echoes.getFirst().keepRequests());
            List<RequestFailure> failures = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                node.tasks.run(() -> send(first, failures));
            }

            IopReport back = node.await("the restart", () -> node.driver.restart(first));

            assertEquals(IopState.OPERATIONAL.code(), back.status().iopState());
            assertEquals(5, failures.stream().filter(why -> why.reason() == RequestFailure.Reason.IOP_RESET).count());
            assertEquals(1, node.echoes.getFirst().resets());
            assertEquals(0, node.echoes.getLast().resets());
            assertEquals(IopState.OPERATIONAL.code(), node.await("status", () -> node.driver.status(node.drivers.getLast())).iopState());
            assertNoFrameLost(node);
        }
    }

    private static void send(IopDriver iop, List<RequestFailure> failures) {
        OutgoingRequest request = iop.open(ECHO_TID, 0x90, 5, 0, new ReplyHandler() {
            @Override
            public void onReply(dev.spine.i2o.MessageFrame reply) {
                throw new AssertionError("the device keeps its requests");
            }

            @Override
            public void onFailure(RequestFailure why) {
                failures.add(why);
            }
        });
        if (request == null) {
            throw new AssertionError("no frame");
        }
        request.post();
    }

    @ParameterizedTest
    @EnumSource
    void shutsDownInOrderAndBootsAgain(EngineKind kind) {
        try (TestNode node = new TestNode(kind, 2)) {
            node.boot();

            assertEquals(List.of("iop1", "iop2"), node.await("the shutdown", node.driver::shutdown));
            for (IopDriver iop : node.drivers) {
                assertEquals(IopState.HOLD.code(), node.await("status", () -> node.driver.status(iop)).iopState());
            }

            assertEquals(List.of(), node.boot().failures());
            assertNoFrameLost(node);
        }
    }

    @ParameterizedTest
    @EnumSource
    void entersWhatTheIopsWroteIntoHostMemoryInTheirAccounts(EngineKind kind) {
        try (TestNode node = new TestNode(kind, 1)) {
            node.boot();
            Bus bus = node.bus;

            Account.Snapshot iop = bus.account(new BusAgent(1, "iop1")).snapshot();
            Account.Snapshot host = bus.account(BusAgent.host()).snapshot();

            assertEquals(0, iop.dataBytes());
            assertTrue(iop.hostMemoryBytes() > 3 * 88, "status blocks, tables and replies: " + iop);
            assertTrue(host.controlBytes() > 0, "requests: " + host);
            assertEquals(kind.model() == HostModel.POLLED, node.host.counters().get(HostCounters.Counter.INTERRUPTS) == 0);
            assertTrue(node.host.counters().messages() > 8);
        }
    }
}
