package dev.spine.device.display;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.HandAgent;
import dev.spine.device.display.surface.SurfaceGeometry;
import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.display.PacketsWriter;
import dev.spine.i2o.message.display.PixelFormat;
import dev.spine.i2o.message.display.RunsWriter;
import dev.spine.i2o.message.display.WindowCreate;
import dev.spine.i2o.message.display.WindowReply;
import dev.spine.i2o.message.display.WindowShare;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.DeliveryList;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.bus.Transfer;
import dev.spine.iop.kernel.AliasEntry;
import dev.spine.iop.kernel.IopKernel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A display on an IOP of its own, a host that has claimed it, and a peer IOP that is connected with it: real frames, queue pairs, kernel
 * and bus, stepped by hand.
 */
final class DisplayRig {
    static final int FRAME_BYTES = 512;
    static final int HOST_FRAMES = 40;
    static final int PEER_IOP_ID = 5;
    static final int PEER_ALIAS = 0x801;
    private static final int REPLY_FRAMES = 128;

    final BusAgent host = BusAgent.host();
    final BusAgent card = new BusAgent(1, "screen");
    final BusAgent peer = new BusAgent(2, "peer");
    final BusAgent stranger = new BusAgent(3, "stranger");
    final Bus bus = new Bus(4);
    final HandAgent agent = HandAgent.modelled("node0/screen").dma(HandAgent.Dma.WHEN_NOTIFIED);
    final Region hostMemory = bus.allocate("host buffers", host, Access.READ_WRITE, 1 << 20);
    final Region peerMemory = bus.allocate("peer receive memory", peer, Access.READ, 1 << 20);
    final Region privateMemory = bus.allocate("peer private memory", peer, Access.OWNER, 4096);
    final DisplayDdm display;
    final IopKernel kernel;
    final int tid;
    final QueuePair hostRequests;
    private final QueuePair hostReplies;
    final QueuePair peerRequests;
    final QueuePair peerReplies;
    private final Map<Integer, byte[]> received = new HashMap<>();
    private int nextContext = 1;

    DisplayRig(SurfaceGeometry geometry) {
        MemorySegment window = Arena.ofAuto().allocate(MessagingUnit.MFA_LIMIT, 64);
        MessagingUnit unit = new MessagingUnit("screen", window, FRAME_BYTES, HOST_FRAMES);
        DmaEngine dma = new DmaEngine(bus, card);
        kernel = new IopKernel("screen", agent, dma, unit, (slot, request) -> request.finish());
        display = new DisplayDdm("display0", geometry);
        tid = kernel.install(display);
        kernel.directory().identity(3, 0);
        kernel.directory().state(IopState.OPERATIONAL);
        claim(Tid.HOST);
        hostRequests = unit.hostLink().inbound();
        hostReplies = unit.hostLink().outbound();
        Region replies = bus.allocate("host reply frames", host, Access.READ_WRITE, (long) REPLY_FRAMES * FRAME_BYTES);
        for (int i = 0; i < REPLY_FRAMES; i++) {
            assertNotNull(hostReplies.adopt(Delivery.DIRECT, replies.memory(), (long) i * FRAME_BYTES,
                (int) replies.base() + i * FRAME_BYTES));
        }
        peerRequests = unit.openQueuePair("peer", QueuePair.Kind.REQUEST, 8);
        kernel.ports().open(peerRequests, peer);
        peerReplies = new QueuePair("screen to peer, replies", QueuePair.Kind.REPLY,
            Arena.ofAuto().allocate(FRAME_BYTES * 8L, 64), 0, 0x1000, FRAME_BYTES, FRAME_BYTES, 8);
        kernel.connections().connect(new AliasEntry(PEER_ALIAS, 0x20, PEER_IOP_ID, 0, peer, tid, 0x802, null, peerReplies, false));
    }

    /** A screen of 64 x 48 pixels. */
    static DisplayRig of(PixelFormat format) {
        return new DisplayRig(SurfaceGeometry.packed(64, 48, format));
    }

    void claim(int userTid) {
        Objects.requireNonNull(kernel.directory().device(tid)).userTid(userTid);
    }

    /** Gives the display its turn until it finds nothing to do; transfers stay under way. */
    void step() {
        while (kernel.doWork(1) > 0) {
            assertTrue(agent.takeCharges() > 0, "a step that does work charges for it");
        }
        agent.takeCharges();
        collect(hostReplies);
        collect(peerReplies);
    }

    /** Gives the display its turn until everything has ended. */
    void settle() {
        step();
        while (agent.transfersUnderWay() > 0) {
            agent.runTransfers();
            step();
        }
    }

    private void collect(QueuePair queuePair) {
        for (Frame frame = queuePair.poll(); frame != null; frame = queuePair.poll()) {
            MessageFrame view = new MessageFrame();
            assertTrue(view.tryWrap(frame.memory(), frame.offset(), frame.slotBytes()), "a reply is well formed");
            assertTrue(view.isReply());
            byte[] bytes = frame.memory().asSlice(frame.offset(), view.sizeBytes()).toArray(ValueLayout.JAVA_BYTE);
            assertNull(received.put(view.transactionContext(), bytes), "a request is answered once");
            queuePair.free(Delivery.DIRECT, frame);
        }
    }

    /** Posts a request of the host; returns its transaction context. */
    int post(Consumer<MessageFrame> writer) {
        return post(hostRequests, writer);
    }

    int post(QueuePair queuePair, Consumer<MessageFrame> writer) {
        Frame frame = queuePair.take();
        assertNotNull(frame, "a frame is free: none was lost");
        MessageFrame view = new MessageFrame();
        view.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        writer.accept(view);
        int context = nextContext++;
        view.contexts(0x1234, context);
        queuePair.post(Delivery.DIRECT, frame);
        return context;
    }

    int post(Request message) {
        return post(frame -> message.emit(frame, new Header(tid, Tid.HOST, 0, 0)));
    }

    /** The reply to a request, or null when there is none yet. */
    @Nullable MessageFrame reply(int context) {
        byte[] bytes = received.get(context);
        if (bytes == null) {
            return null;
        }
        MessageFrame view = new MessageFrame();
        view.wrap(MemorySegment.ofArray(bytes), 0, bytes.length);
        return view;
    }

    int replies() {
        return received.size();
    }

    /** Posts a request of the host and waits for its reply. */
    MessageFrame ask(Consumer<MessageFrame> writer) {
        return ask(hostRequests, writer);
    }

    MessageFrame ask(QueuePair queuePair, Consumer<MessageFrame> writer) {
        int context = post(queuePair, writer);
        settle();
        return Objects.requireNonNull(reply(context), "every request is answered");
    }

    MessageFrame ask(Request message) {
        return ask(frame -> message.emit(frame, new Header(tid, Tid.HOST, 0, 0)));
    }

    int window(int x, int y, int width, int height, int sharedWith) {
        MessageFrame reply = ask(new WindowCreate(x, y, width, height, sharedWith));
        assertStatus(RequestStatus.SUCCESS, 0, reply);
        return WindowReply.parse(reply).window();
    }

    int window(int x, int y, int width, int height) {
        return window(x, y, width, height, WindowCreate.SHARED_WITH_NOBODY);
    }

    MessageFrame shareForPeer(int window) {
        return ask(peerRequests, frame -> WindowShare.request(frame, PEER_ALIAS, tid, 0, window));
    }

    /** One run of a put message. */
    record Run(int column, int line, int pixels, long address) {
    }

    /** One packet of a put message. */
    record Packet(Octets header, long address, int pixelBytes) {
        Packet(byte[] header, long address, int pixelBytes) {
            this(Octets.of(header), address, pixelBytes);
        }
    }

    Consumer<MessageFrame> runs(int window, PixelFormat format, Run... runs) {
        return frame -> {
            RunsWriter writer = new RunsWriter();
            writer.begin(frame, Tid.HOST, tid, 0, 0, window, format);
            for (Run run : runs) {
                assertTrue(writer.add(run.column(), run.line(), run.pixels(), (int) run.address()), "the run fits");
            }
            writer.end();
        };
    }

    Consumer<MessageFrame> packets(int initiator, int window, PixelFormat format, Packet... packets) {
        return frame -> {
            PacketsWriter writer = new PacketsWriter();
            writer.begin(frame, initiator, tid, 0, 0, window, format);
            for (Packet packet : packets) {
                byte[] header = packet.header().toArray();
                assertTrue(writer.add(MemorySegment.ofArray(header), 0, header.length, (int) packet.address(), packet.pixelBytes()),
                    "the packet fits");
            }
            writer.end();
        };
    }

    /** An RFC 4175 payload header; each line is {length, number, offset}. */
    static byte[] header(int[]... lines) {
        ByteBuffer bytes = ByteBuffer.allocate(2 + 6 * lines.length);
        bytes.putShort((short) 0);
        for (int i = 0; i < lines.length; i++) {
            int more = i + 1 < lines.length ? 0x8000 : 0;
            bytes.putShort((short) lines[i][0]).putShort((short) lines[i][1]).putShort((short) (lines[i][2] | more));
        }
        return bytes.array();
    }

    /** A transfer of the peer's own DMA engine, ended at once. */
    Transfer.Outcome peerTransfer(BusAgent initiator, long grant, long source, long destination, int bytes) {
        Transfer transfer = new Transfer(1, DeliveryList.singleProducer("peer completions", 1));
        transfer.clear().under(grant).add(source, destination, bytes);
        new DmaEngine(bus, initiator).run(transfer);
        return transfer.outcome();
    }

    byte[] screen() {
        return display.surface().toBytes();
    }

    /** No request is in work and every frame is back. */
    void assertAtRest() {
        assertEquals(0, hostRequests.ownedByTarget(), "host frames in work");
        assertEquals(0, peerRequests.ownedByTarget(), "peer frames in work");
        assertEquals(0, agent.transfersUnderWay());
    }

    static void assertStatus(int requestStatus, int detailedStatus, MessageFrame reply) {
        assertEquals(RequestStatus.name(requestStatus), RequestStatus.name(reply.requestStatus()), reply::toString);
        assertEquals(Integer.toHexString(detailedStatus), Integer.toHexString(reply.detailedStatus()), reply::toString);
    }

    /** A private request with any pair of codes. */
    Consumer<MessageFrame> privateMessage(int initiator, int code, int... payload) {
        return frame -> {
            frame.header(5 + payload.length, 0, 0, Function.PRIVATE, initiator, tid);
            frame.setWord(4, OrganizationId.SPINE << 16 | code);
            for (int i = 0; i < payload.length; i++) {
                frame.setWord(5 + i, payload[i]);
            }
        };
    }
}
