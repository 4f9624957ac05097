package dev.spine.peer.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.bus.Transfer;
import dev.spine.peer.PeerConnection.State;
import dev.spine.peer.plan.Conditions.SourceCard;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class TransferPlanTest {
    private final DataLocation nic = new DataLocation(new BusAgent(1, "iop1"), "lan0", "UYVY");
    private final DataLocation screen = new DataLocation(new BusAgent(2, "iop2"), "display0", "UYVY");
    private final DataLocation otherScreen = new DataLocation(new BusAgent(2, "iop2"), "display0", "XRGB8888");

    private static Conditions conditions(State connection, Conditions.Grant grant) {
        return new Conditions(connection, grant, Access.READ, SourceCard.MOVES);
    }

    @Test
    void withAGrantAndEqualFormatsTheCardWritesByItself() {
        TransferPlan plan = TransferPlan.between(nic, screen, conditions(State.OPEN, Conditions.Grant.HELD));
        assertEquals(TransferRoute.DEVICE_TO_DEVICE, plan.best());
        assertTrue(plan.option(TransferRoute.DEVICE_TO_DEVICE).reason().contains("formats are equal (UYVY)"));
    }

    @Test
    void dmaDoesNotConvertSoTheDestinationPulls() {
        TransferPlan plan = TransferPlan.between(nic, otherScreen, conditions(State.OPEN, Conditions.Grant.HELD));
        assertEquals(TransferRoute.PEER_MESSAGE_AND_PULL, plan.best());
        assertTrue(plan.option(TransferRoute.DEVICE_TO_DEVICE).reason().contains("formats differ (UYVY to XRGB8888)"));
        assertTrue(plan.option(TransferRoute.PEER_MESSAGE_AND_PULL).reason().contains("converted"));
    }

    @Test
    void aSourceThatConvertsWritesByItself() {
        TransferPlan plan = TransferPlan.between(nic, otherScreen,
            new Conditions(State.OPEN, Conditions.Grant.HELD, Access.READ, SourceCard.CONVERTS));
        assertEquals(TransferRoute.DEVICE_TO_DEVICE, plan.best());
        assertEquals("a grant is held, UYVY is converted to XRGB8888 on iop1", plan.option(TransferRoute.DEVICE_TO_DEVICE).reason());
    }

    @Test
    void withoutAGrantTheDestinationPulls() {
        for (Conditions.Grant grant : Conditions.Grant.values()) {
            TransferPlan plan = TransferPlan.between(nic, screen, conditions(State.OPEN, grant));
            assertEquals(grant == Conditions.Grant.HELD, plan.option(TransferRoute.DEVICE_TO_DEVICE).possible());
            assertTrue(plan.option(TransferRoute.PEER_MESSAGE_AND_PULL).possible());
        }
    }

    @Test
    void withoutAConnectionOnlyTheHostIsLeft() {
        for (State state : new State[] {State.OPENING, State.REFUSED, State.LOST}) {
            TransferPlan plan = TransferPlan.between(nic, screen, conditions(state, Conditions.Grant.HELD));
            assertEquals(TransferRoute.THROUGH_HOST_MEMORY, plan.best());
            assertTrue(plan.describe().contains(state.name().toLowerCase(Locale.ROOT)), plan.describe());
        }
        assertEquals(TransferRoute.THROUGH_HOST_MEMORY,
            TransferPlan.between(nic, screen, new Conditions(null, Conditions.Grant.NOT_ASKED, Access.READ, SourceCard.MOVES)).best());
    }

    @Test
    void memoryThatOthersMayNotReadCannotBePulled() {
        TransferPlan plan = TransferPlan.between(nic, screen,
            new Conditions(State.OPEN, Conditions.Grant.REFUSED, Access.OWNER, SourceCard.MOVES));
        assertEquals(TransferRoute.THROUGH_HOST_MEMORY, plan.best());
    }

    @Test
    void theReportHoldsTheAccountsAgainstTheRoute() {
        Bus bus = new Bus(3);
        Region source = bus.allocate("receive memory", nic.busAgent(), Access.READ, 4096);
        Region host = bus.allocate("bucket", BusAgent.host(), Access.READ_WRITE, 4096);
        Region surface = bus.allocate("surface", screen.busAgent(), Access.OWNER, 4096);
        DeliveryList<Transfer> done = DeliveryList.singleProducer("done", 1);
        TransferPlan plan = TransferPlan.between(nic, screen, conditions(State.OPEN, Conditions.Grant.NOT_ASKED));

        TransferReport.Reading start = TransferReport.read(bus, nic, screen);
        assertEquals(new TransferReport.Reading(0, 0, 0), start);
        Transfer pull = new Transfer(1, done);
        pull.clear().add(source.base(), surface.base(), 1000);
        new DmaEngine(bus, screen.busAgent()).run(pull);
        TransferReport.Reading pulled = TransferReport.read(bus, nic, screen);
        TransferReport report = plan.reportOn(plan.best(), pulled.since(start));
        assertTrue(report.agrees());
        assertEquals(1000, report.bytes());
        assertEquals("peer message and pull: connected, formats are equal (UYVY); not device to device under a grant because no grant was"
            + " asked for", report.route());

        pull.clear().add(source.base(), host.base(), 500);
        new DmaEngine(bus, nic.busAgent()).run(pull);
        pull.clear().add(host.base(), surface.base(), 500);
        new DmaEngine(bus, screen.busAgent()).run(pull);
        TransferReport.Reading mediated = TransferReport.read(bus, nic, screen).since(pulled);
        assertEquals(new TransferReport.Reading(0, 500, 500), mediated);
        assertTrue(plan.reportOn(TransferRoute.THROUGH_HOST_MEMORY, mediated).agrees());
        assertFalse(plan.reportOn(TransferRoute.PEER_MESSAGE_AND_PULL, mediated).agrees());
        assertTrue(plan.reportOn(TransferRoute.THROUGH_HOST_MEMORY, mediated).route().contains("peer message and pull was possible"));
    }
}
