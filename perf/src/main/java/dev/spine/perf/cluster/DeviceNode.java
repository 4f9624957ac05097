package dev.spine.perf.cluster;

import dev.spine.device.wire.WirePort;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.Op;
import dev.spine.iop.packet.Packet;
import dev.spine.iop.packet.wire.MacAddress;
import dev.spine.node.NodeBuilder;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Objects;

/**
 * A node of a {@link DeviceCluster}: a device with a processor of its own, without a kernel. What comes over the wire it moves over its bus
 * into the memory of its host, looks at it there, and answers it or sends the next request.
 */
final class DeviceNode implements Agent {
    /** Bytes of each frame: the shortest that Ethernet has, without check sequence. */
    static final int FRAME_BYTES = 60;
    /** The hardware address of node 0. */
    static final long FIRST_ADDRESS = 0x0253_4445_0000L;

    private static final int TYPE = 2 * MacAddress.BYTES;
    /** For experiments on a network of one's own. */
    private static final short EXPERIMENTAL = (short) 0x88B5;
    private static final int KIND = TYPE + Short.BYTES;
    private static final int REQUEST = 1;
    private static final int ANSWER = 2;
    private static final int SENDER = KIND + Integer.BYTES;
    private static final int NUMBER = SENDER + Integer.BYTES;
    private static final ValueLayout.OfShort WORD16 = ValueLayout.JAVA_SHORT_UNALIGNED;
    private static final ValueLayout.OfInt WORD32 = ValueLayout.JAVA_INT_UNALIGNED;

    private final AgentContext context;
    private final WirePort port;
    private final ClusterPlan plan;
    private final int number;
    private final DmaEngine dma;
    private final Region received;
    private final Region hostMemory;
    private final DeliveryList<Packet> arrivals;
    private final DeliveryList<Transfer> completions;
    private final Transfer[] unused;
    private int unusedCount;
    /** The frame that is sent next. */
    private final MemorySegment frame = MemorySegment.ofArray(new byte[FRAME_BYTES]);
    /** Whether the wire has not yet taken it. */
    private boolean waits;
    private int sent;
    private int open;
    private long requests;
    private long answers;
    private long sum;

    /** A node at a port of a wire, which nobody else has; its bus is that of a builder for one IOP. */
    DeviceNode(AgentContext context, NodeBuilder node, WirePort port, int number, ClusterPlan plan) {
        this.context = context;
        this.port = port;
        this.plan = plan;
        this.number = number;
        Bus bus = node.bus();
        BusAgent busAgent = node.busAgent("device");
        this.dma = new DmaEngine(bus, busAgent);
        this.received = bus.add("receive memory", busAgent, Access.READ, port.receiveMemory());
        this.hostMemory = bus.allocate("host", BusAgent.host(), Access.READ_WRITE, port.receiveMemory().byteSize());
        this.completions = DeliveryList.singleProducer("completions " + number, port.receiveBuffers());
        this.unused = new Transfer[port.receiveBuffers()];
        for (unusedCount = 0; unusedCount < unused.length; unusedCount++) {
            unused[unusedCount] = new Transfer(1, completions);
        }
        port.attach(context);
        this.arrivals = port.arrivals();
        context.consumes(completions);
    }

    @Override
    public String roleName() {
        return context.path();
    }

    @Override
    public int doWork(int limit) {
        context.charge(Op.POLL);
        int work = 0;
        while (work < limit && !(waits && !trySend())) {
            Transfer moved = completions.poll();
            Packet packet = moved == null ? arrivals.poll() : null;
            if (moved != null) {
                onMoved(moved);
            } else if (packet != null) {
                onArrived(packet);
            } else if (mayRequest()) {
                request();
            } else {
                break;
            }
            work++;
        }
        if (waits) {
            context.wakeAt(port.sendableAtNs(context));
        } else if (arrivals.isEmpty() && completions.isEmpty() && !mayRequest()) {
            context.nothingLeft();
        }
        return work;
    }

    /** A frame lies in the receive memory: {@link #unused} has a transfer for each that can. */
    private void onArrived(Packet packet) {
        context.charge(Op.START_TRANSFER);
        Transfer transfer = unused[--unusedCount];
        transfer.clear().add(received.base() + packet.offset(), hostMemory.base() + packet.offset(), packet.length());
        transfer.attach(packet);
        context.submit(dma, transfer);
    }

    private void onMoved(Transfer transfer) {
        context.charge(Op.COMPLETE_TRANSFER);
        if (transfer.outcome() != Transfer.Outcome.DONE) {
            throw new IllegalStateException(context.path() + ": " + transfer);
        }
        Packet packet = (Packet) Objects.requireNonNull(transfer.attachment());
        MemorySegment memory = hostMemory.memory();
        int kind = memory.get(WORD32, packet.offset() + KIND);
        int sender = memory.get(WORD32, packet.offset() + SENDER);
        int message = memory.get(WORD32, packet.offset() + NUMBER);
        unused[unusedCount++] = transfer;
        packet.release(context);
        if (kind == REQUEST) {
            requests++;
            sum += (long) sender + message;
            send(ANSWER, sender, message);
        } else {
            answers++;
            open--;
        }
    }

    private boolean mayRequest() {
        return open < plan.window() && sent < plan.messages();
    }

    private void request() {
        int message = sent++;
        open++;
        send(REQUEST, plan.target(number, message), message);
    }

    private void send(int kind, int to, int message) {
        context.charge(Op.BUILD_FRAME);
        MacAddress.write(frame, 0, FIRST_ADDRESS + to);
        MacAddress.write(frame, MacAddress.BYTES, FIRST_ADDRESS + number);
        frame.set(WORD16, TYPE, EXPERIMENTAL);
        frame.set(WORD32, KIND, kind);
        frame.set(WORD32, SENDER, number);
        frame.set(WORD32, NUMBER, message);
        waits = true;
        trySend();
    }

    private boolean trySend() {
        context.charge(Op.SEND_PACKET);
        waits = !port.trySend(context, frame, 0, FRAME_BYTES);
        return !waits;
    }

    /** {@return messages of others that have come here} */
    long requests() {
        return requests;
    }

    /** {@return own messages whose answers have come back} */
    long answers() {
        return answers;
    }

    /** {@return own messages that were begun} */
    long sent() {
        return sent;
    }

    /** {@return the sum of the numbers of all messages that have come here, and of their senders} */
    long sum() {
        return sum;
    }
}
