package dev.spine.device.wire.fault;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.HandAgent;
import dev.spine.device.wire.Frames;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WireContract;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.capture.CaptureBuilder;
import dev.spine.device.wire.capture.CaptureWire;
import dev.spine.device.wire.capture.Pace;
import dev.spine.device.wire.capture.ReplayOrder;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.device.wire.link.SwitchWire;
import dev.spine.i2o.unit.Delivery;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** A faulty wire is a wire: with probabilities of 0, and with such that nothing happens but every frame is thrown for and copied. */
class FaultyWireTest {
    /** A frame in 1e16. */
    private static final WireFaults NEXT_TO_NONE = WireFaults.builder().lost(Double.MIN_VALUE).damaged(Double.MIN_VALUE)
        .repeated(Double.MIN_VALUE).delayed(Double.MIN_VALUE, 1).build();
    private static final int BUFFERS = 8;

    private static LinkWire link() {
        return new LinkWire("link0", Wire.IMMEDIATE, BUFFERS, WirePort.ETHERNET_PACKET_BYTES);
    }

    private abstract static class OverLink extends WireContract {
        private final HandAgent device = HandAgent.modelled("iop1");
        private final HandAgent sender = HandAgent.modelled("iop2");
        private final FaultyWire wire;
        private int next;

        OverLink(WireFaults faults) {
            wire = FaultyWire.around(link()).sent(faults).received(faults).build();
            wire.ports().get(0).attach(sender);
            wire.ports().get(1).attach(device);
        }

        @Override
        protected WirePort port() {
            return wire.ports().get(1);
        }

        @Override
        protected HandAgent device() {
            return device;
        }

        @Override
        protected void offer(int count) {
            for (int i = 0; i < count; i++) {
                assertTrue(wire.ports().get(0).trySend(sender, Frames.frame(1, 2, next++, 100), 0, 100));
            }
        }
    }

    @Nested
    class LinkWithoutFaults extends OverLink {
        LinkWithoutFaults() {
            super(WireFaults.NONE);
        }
    }

    @Nested
    class LinkWithNextToNoFaults extends OverLink {
        LinkWithNextToNoFaults() {
            super(NEXT_TO_NONE);
        }

        @Test
        void theDeviceHasNoMorePacketsThanReceiveBuffers() {
            int taken = 0;
            for (int round = 0; round < 3; round++) {
                offer(BUFFERS);
                while (port().receive(device()) != null) {
                    taken++;
                }
            }
            assertEquals(BUFFERS, taken);
        }
    }

    @Nested
    class SwitchWithNextToNoFaults extends WireContract {
        private final HandAgent agent = HandAgent.modelled("switch");
        private final HandAgent device = HandAgent.modelled("iop1");
        private final SwitchWire inside = new SwitchWire(agent, "switch0", 3, Wire.IMMEDIATE, BUFFERS, WirePort.ETHERNET_PACKET_BYTES);
        private final FaultyWire wire = FaultyWire.around(inside).sent(NEXT_TO_NONE).received(NEXT_TO_NONE).build();
        private int next;

        @Override
        protected WirePort port() {
            return wire.ports().get(0);
        }

        @Override
        protected HandAgent device() {
            return device;
        }

        @Override
        protected void offer(int count) {
            for (int i = 0; i < count; i++) {
                assertTrue(wire.ports().get(1).trySend(device, Frames.frame(1, 2, next++, 64), 0, 64));
                while (inside.doWork(1) > 0) {
                    assertTrue(agent.takeCharges() > 0);
                }
            }
        }
    }

    @Nested
    class CaptureWithNextToNoFaults extends WireContract {
        private static final int PACKETS = 1_000;

        private final HandAgent agent = HandAgent.modelled("source");
        private final HandAgent device = HandAgent.modelled("iop1");
        private final CaptureWire inside = capture();
        private final FaultyWire wire = FaultyWire.around(inside).sent(NEXT_TO_NONE).received(NEXT_TO_NONE).build();
        private boolean isOrdered;

        private CaptureWire capture() {
            CaptureBuilder builder = new CaptureBuilder("made");
            for (int i = 0; i < PACKETS; i++) {
                builder.add(Frames.frame(1, 2, i, 60 + i % 100).toArray(ValueLayout.JAVA_BYTE), 1_000L * i);
            }
            return new CaptureWire(agent, "capture0", builder.build(), Wire.IMMEDIATE, BUFFERS);
        }

        @Override
        protected WirePort port() {
            return wire.ports().getFirst();
        }

        @Override
        protected HandAgent device() {
            return device;
        }

        @Override
        protected boolean isClosedLoop() {
            return true;
        }

        @Override
        protected void offer(int count) {
            if (!isOrdered) {
                isOrdered = true;
                Delivery.DIRECT.deliver(inside.orders(), ReplayOrder.endless(new Pace.AsBuffersReturn()));
                assertEquals(1, inside.doWork(1));
            }
            int left = count;
            while (left > 0) {
                int work = inside.doWork(left);
                if (work == 0) {
                    return;
                }
                left -= work;
            }
        }
    }

    @Test
    void whatIsInsideIsStillThere() {
        LinkWire inside = link();
        FaultyWire wire = FaultyWire.around(inside).build();
        FaultyWire twice = FaultyWire.around(wire).build();

        assertSame(inside, twice.carrier());
        assertEquals("link0", twice.name());
        assertEquals(2, twice.ports().size());
        assertFalse(twice.isGone());
        assertNull(twice.refusal());
    }

    @Test
    void aPortThatIsNotThereIsNamed() {
        IllegalArgumentException problem = assertThrows(IllegalArgumentException.class,
            () -> FaultyWire.around(link()).sent(2, WireFaults.NONE));
        assertEquals("wire 'link0' has the ports 0 to 1, not 2", problem.getMessage());
    }
}
