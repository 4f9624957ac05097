package dev.spine.iop.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.engine.StepContext;
import dev.spine.iop.kernel.IopCounters.Counter;
import java.lang.foreign.Arena;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** An IOP with a connection in each direction to another one, whose path the host stops. */
class PathControlTest {
    private static final int PEER_IOP = 7;
    private static final int ALIAS = 0x800;
    private static final int REMOTE_TID = 0x020;
    private static final int FRAME_BYTES = 128;

    private final StepContext context = new StepContext("node0/iop1");
    private final BusAgent peerBusAgent = new BusAgent(2, "iop2");
    private final MessagingUnit unit = unit("iop1");
    private final MessagingUnit peerUnit = unit("iop2");
    private final IopKernel kernel = new IopKernel("iop1", context, new DmaEngine(new Bus(3), new BusAgent(1, "iop1")), unit,
        (_, request) -> request.finish());
    private final QueuePair toPeer = peerUnit.openQueuePair("iop1", QueuePair.Kind.REQUEST, 2);
    private final QueuePair repliesToPeer = peerUnit.openQueuePair("iop1 replies", QueuePair.Kind.REPLY, 2);
    private final QueuePair fromPeer = unit.openQueuePair("iop2", QueuePair.Kind.REQUEST, 2);
    private final Module module = new Module();

    /** Counts what it is asked. */
    private static final class Module implements DeviceModule {
        private @Nullable DeviceContext place;
        private int asked;

        @Override
        public DeviceDescription description() {
            return new DeviceDescription("module", ClassId.ofSpine(DeviceClass.RUNTIME).word(), 0, 1, 0, "Module");
        }

        @Override
        public void attach(DeviceContext given) {
            place = given;
        }

        @Override
        public void reset() {
            asked = 0;
        }

        @Override
        public void onMessage(KernelRequest request) {
            asked++;
            request.abort(0, 0);
        }
    }

    PathControlTest() {
        int tid = kernel.install(module);
        kernel.directory().state(IopState.OPERATIONAL);
        kernel.directory().identity(2, 0);
        kernel.ports().open(fromPeer, peerBusAgent);
        kernel.connections().connect(new AliasEntry(ALIAS, REMOTE_TID, PEER_IOP, 0, peerBusAgent, tid, 0x900, toPeer, repliesToPeer, true));
    }

    private static MessagingUnit unit(String name) {
        return new MessagingUnit(name, Arena.ofAuto().allocate(0x1_0000, 64), FRAME_BYTES, 8);
    }

    private MessageFrame askOfPeer() {
        Frame frame = Objects.requireNonNull(fromPeer.take());
        MessageFrame writer = new MessageFrame();
        writer.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        writer.header(5, 0, 0, 0x90, ALIAS, Objects.requireNonNull(module.place).tid());
        writer.contexts(1, 2);
        fromPeer.post(Delivery.DIRECT, frame);
        while (kernel.doWork(8) > 0) {
            // Until it rests.
        }
        Frame reply = Objects.requireNonNull(repliesToPeer.poll());
        MessageFrame reader = new MessageFrame();
        assertTrue(reader.tryWrap(reply.memory(), reply.offset(), reply.slotBytes()));
        repliesToPeer.free(Delivery.DIRECT, reply);
        return reader;
    }

    @Test
    void aStoppedPathHasNoFramesForRequestsUntilItIsReleased() {
        MessageRoute route = Objects.requireNonNull(Objects.requireNonNull(module.place).route(ALIAS));
        assertNotNull(route.open());
        route.cancel();
        kernel.directory().paths().stop(PEER_IOP);
        assertNull(route.open());
        kernel.directory().paths().release(PEER_IOP);
        assertNotNull(route.open());
        route.cancel();
        kernel.directory().paths().stop(REMOTE_TID, PEER_IOP);
        assertNull(route.open(), "one object of the other IOP");
        kernel.directory().paths().clear();
        assertNotNull(route.open());
    }

    @Test
    void aRequestThatComesOnAStoppedPathIsAnsweredAsSuspended() {
        assertFalse(askOfPeer().isFail());
        kernel.directory().paths().stop(PEER_IOP);
        MessageFrame failure = askOfPeer();
        assertTrue(failure.isFail());
        assertEquals(FailureCode.SERVICE_SUSPENDED, failure.requestStatus());
        assertEquals(1, kernel.counters().get(Counter.SUSPENDED_REQUESTS));
        kernel.directory().paths().stop(REMOTE_TID + 1, PEER_IOP);
        kernel.directory().paths().release(PEER_IOP);
        assertFalse(askOfPeer().isFail(), "only another object is stopped");
        assertEquals(2, module.asked);
    }
}
