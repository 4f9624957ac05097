package dev.spine.device.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.HandAgent;
import dev.spine.device.wire.Frames;
import dev.spine.device.wire.Wire;
import dev.spine.device.wire.WirePort;
import dev.spine.device.wire.link.LinkWire;
import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.AbortReply;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.UtilAbort;
import dev.spine.i2o.message.lan.LanPacketSend;
import dev.spine.i2o.message.lan.LanReceivePost;
import dev.spine.i2o.message.lan.LanReceiveReply;
import dev.spine.i2o.sgl.SglWriter;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.kernel.AbortSelection;
import dev.spine.iop.kernel.AliasEntry;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.iop.kernel.KernelRequest;
import dev.spine.iop.packet.Packet;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A network device on an IOP, a link with a station at its far end, and a host that has buckets: real frames, queue pairs, kernel and bus,
 * stepped by hand.
 */
final class NicRig {
    static final int FRAME_BYTES = 512;
    static final int HOST_FRAMES = 32;
    static final int BUCKET_BYTES = 2048;
    static final int BUCKETS = 1024;
    static final int INITIATOR_CONTEXT = 0x5A5A0001;
    static final long ADDRESS = 0x0200_0000_0202L;
    static final long STATION = 0x0200_0000_0999L;
    static final int PEER_ALIAS = 0x801;

    final BusAgent host = BusAgent.host();
    final BusAgent card = new BusAgent(1, "iop1");
    final BusAgent peer = new BusAgent(2, "iop2");
    final Bus bus = new Bus(3);
    final HandAgent agent = HandAgent.modelled("node0/iop1");
    final HandAgent station = HandAgent.modelled("station");
    final Region hostMemory = bus.allocate("host buckets", host, Access.READ_WRITE, (long) BUCKETS * BUCKET_BYTES);
    final Region peerMemory = bus.allocate("peer memory", peer, Access.OWNER, 64 * 1024);
    final DmaEngine dma = new DmaEngine(bus, card);
    final LinkWire wire;
    final NicModule nic;
    final IopKernel kernel;
    final int tid;
    final QueuePair hostRequests;
    final QueuePair hostReplies;
    final QueuePair peerRequests;
    final QueuePair peerReplies;
    /** Replies that the host has seen, as copies. */
    final Deque<MessageFrame> replies = new ArrayDeque<>();
    final List<MessageFrame> peerReplied = new ArrayList<>();
    private final Deque<Frame> unreturned = new ArrayDeque<>();
    private boolean returnsFrames = true;
    private final SglWriter sgl = new SglWriter();

    NicRig() {
        this(NicSettings.of("lan0", ADDRESS), new LinkWire("link0", Wire.IMMEDIATE, 64, WirePort.ETHERNET_PACKET_BYTES), 64);
    }

    NicRig(NicSettings settings, LinkWire wire, int replyFrames) {
        this.wire = wire;
        MessagingUnit unit =
            new MessagingUnit("iop1", Arena.ofAuto().allocate(MessagingUnit.MFA_LIMIT, 64), FRAME_BYTES, HOST_FRAMES);
        kernel = new IopKernel("iop1", agent, dma, unit, this::onUtility);
        nic = new NicModule(settings, wire.ports().getFirst());
        tid = kernel.install(nic);
        kernel.directory().state(IopState.OPERATIONAL);
        nic.enable();
        claim(Tid.HOST);
        hostRequests = unit.hostLink().inbound();
        hostReplies = unit.hostLink().outbound();
        Region frames = bus.allocate("host reply frames", host, Access.READ_WRITE, (long) replyFrames * FRAME_BYTES);
        for (int i = 0; i < replyFrames; i++) {
            assertNotNull(hostReplies.adopt(Delivery.DIRECT, frames.memory(), (long) i * FRAME_BYTES,
                (int) frames.base() + i * FRAME_BYTES));
        }
        peerRequests = unit.openQueuePair("iop2", QueuePair.Kind.REQUEST, 8);
        kernel.ports().open(peerRequests, peer);
        peerReplies = new QueuePair("iop1 to iop2, replies", QueuePair.Kind.REPLY, Arena.ofAuto().allocate(FRAME_BYTES * 8L, 64), 0,
            0x1000, FRAME_BYTES, FRAME_BYTES, 8);
        kernel.connections().connect(new AliasEntry(PEER_ALIAS, 0x20, 5, 0, peer, tid, 0x802, null, peerReplies, false));
    }

    /** Of the utilities only aborts mean something; the reply holds their count. */
    private void onUtility(DeviceSlot slot, KernelRequest request) {
        AbortSelection selection = request.frame().function() == Function.UTIL_ABORT ? AbortSelection.of(request) : null;
        if (selection == null) {
            request.finish();
            return;
        }
        int aborted = kernel.roster().abortDeferred(slot, selection) + slot.module().abort(selection);
        new AbortReply(aborted).emit(request.frame(), request.openReply());
        request.sendReply();
    }

    /** Posts an abort of the host. */
    void abort(int type, int function, int context) {
        request(frame -> new UtilAbort(type, function, context).emit(frame, Header.fromHost(tid, INITIATOR_CONTEXT, 0xABB)));
    }

    void claim(int userTid) {
        Objects.requireNonNull(kernel.directory().device(tid)).userTid(userTid);
    }

    // --- the wire

    WirePort far() {
        return wire.ports().get(1);
    }

    /** The station sends a frame to the device. */
    void arrive(int number, int bytes) {
        arrive(ADDRESS, number, bytes);
    }

    void arrive(long destination, int number, int bytes) {
        assertTrue(far().trySend(station, Frames.frame(destination, STATION, number, bytes), 0, bytes));
    }

    /** Frames that have reached the station, by number; their buffers are free again. */
    List<Integer> stationReceived() {
        List<Integer> numbers = new ArrayList<>();
        for (Packet packet = far().arrivals().poll(); packet != null; packet = far().arrivals().poll()) {
            assertTrue(Frames.isIntact(packet.memory(), packet.offset(), packet.length()));
            numbers.add(Frames.number(packet.memory(), packet.offset()));
            packet.release(station);
        }
        return numbers;
    }

    /** Frees the buffers of frames that have reached the station, whatever they hold. */
    void stationDiscards() {
        for (Packet packet = far().arrivals().poll(); packet != null; packet = far().arrivals().poll()) {
            packet.release(station);
        }
    }

    // --- the card

    /** Gives the IOP its turn until it finds nothing to do; each piece of work must cost something. */
    void step() {
        do {
            while (kernel.doWork(1) > 0) {
                assertTrue(agent.takeCharges() > 0, "a step that does work charges for it");
            }
            agent.takeCharges();
        } while (collect() > 0);
    }

    /** One step with more work than a packet's. */
    void step(int limit) {
        kernel.doWork(limit);
    }

    /** The host sees its replies, and returns their frames unless it was told to keep them. */
    int collect() {
        int before = replies.size() + peerReplied.size();
        for (Frame frame = hostReplies.poll(); frame != null; frame = hostReplies.poll()) {
            replies.add(copy(frame));
            if (returnsFrames) {
                hostReplies.free(Delivery.DIRECT, frame);
            } else {
                unreturned.add(frame);
            }
        }
        for (Frame frame = peerReplies.poll(); frame != null; frame = peerReplies.poll()) {
            peerReplied.add(copy(frame));
            peerReplies.free(Delivery.DIRECT, frame);
        }
        return replies.size() + peerReplied.size() - before;
    }

    private static MessageFrame copy(Frame frame) {
        MessageFrame copy = new MessageFrame();
        copy.wrap(MemorySegment.ofArray(new byte[FRAME_BYTES]), 0, FRAME_BYTES);
        assertTrue(copy.tryCopyFrom(frame.memory(), frame.offset(), frame.slotBytes()));
        return copy;
    }

    void keepReplyFrames() {
        returnsFrames = false;
    }

    void returnReplyFrames() {
        returnsFrames = true;
        unreturned.forEach(frame -> hostReplies.free(Delivery.DIRECT, frame));
        unreturned.clear();
    }

    MessageFrame nextReply() {
        MessageFrame reply = replies.poll();
        assertNotNull(reply, "a reply was expected");
        return reply;
    }

    // --- the host

    boolean hasRequestFrame() {
        Frame frame = hostRequests.take();
        if (frame != null) {
            hostRequests.putBack(frame);
        }
        return frame != null;
    }

    /** Posts a request of the host whose frame {@code fill} writes. */
    void request(Consumer<MessageFrame> fill) {
        request(hostRequests, fill);
    }

    void request(QueuePair queuePair, Consumer<MessageFrame> fill) {
        Frame frame = queuePair.take();
        assertNotNull(frame, "a request frame was expected");
        MessageFrame writer = new MessageFrame();
        writer.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        fill.accept(writer);
        queuePair.post(Delivery.DIRECT, frame);
    }

    int bucketAddress(int bucket) {
        return (int) hostMemory.base() + bucket * BUCKET_BYTES;
    }

    /** Posts buckets whose contexts are their numbers. */
    void postBuckets(int first, int count) {
        int left = count;
        int next = first;
        while (left > 0) {
            int some = Math.min(left, 40);
            int from = next;
            request(frame -> {
                LanReceivePost.begin(frame, Tid.HOST, tid, INITIATOR_CONTEXT, some);
                sgl.begin(frame, MessageFrame.HEADER_WORDS);
                for (int i = 0; i < some; i++) {
                    assertTrue(sgl.into(from + i, bucketAddress(from + i), BUCKET_BYTES));
                    sgl.endBuffer();
                }
                sgl.finish();
            });
            next += some;
            left -= some;
        }
    }

    /** Posts a ReceivePost whose list is these words. */
    void postRaw(int bucketCount, int... list) {
        request(frame -> raw(frame, Function.LAN_RECEIVE_POST, bucketCount, list));
    }

    void raw(MessageFrame frame, int function, int word3, int... list) {
        frame.header(MessageFrame.HEADER_WORDS + list.length, 0, MessageFrame.HEADER_WORDS, function, Tid.HOST, tid);
        frame.contexts(INITIATOR_CONTEXT, word3);
        for (int i = 0; i < list.length; i++) {
            frame.setWord(MessageFrame.HEADER_WORDS + i, list[i]);
        }
    }

    /** Fills a bucket's memory with a frame to be sent; returns its bus address. */
    int prepare(int bucket, int number, int bytes) {
        MemorySegment.copy(Frames.frame(STATION, ADDRESS, number, Math.max(bytes, 46)), 0, hostMemory.memory(),
            (long) bucket * BUCKET_BYTES, bytes);
        return bucketAddress(bucket);
    }

    /** Sends frames of these numbers in one request, each from a bucket of its own, with its number as context. */
    void send(int transmitControl, int bytes, int... numbers) {
        request(frame -> {
            LanPacketSend.begin(frame, Tid.HOST, tid, INITIATOR_CONTEXT, transmitControl);
            sgl.begin(frame, MessageFrame.HEADER_WORDS);
            for (int number : numbers) {
                assertTrue(sgl.from(number, prepare(number, number, bytes), bytes));
                sgl.endBuffer();
            }
            sgl.finish();
        });
    }

    /** Sends Reset or Suspend. */
    void close(int function, int resourceFlags) {
        close(function, resourceFlags, Tid.HOST);
    }

    void close(int function, int resourceFlags, int initiator) {
        request(frame -> {
            frame.header(5, 0, 0, function, initiator, tid);
            frame.contexts(INITIATOR_CONTEXT, 0x77);
            frame.setWord(4, resourceFlags << 16);
        });
    }

    /** The next reply as a receive reply, with its header checked. */
    LanReceiveReply nextReceiveReply() {
        MessageFrame reply = nextReply();
        assertEquals(Function.LAN_RECEIVE_POST, reply.function());
        assertEquals(INITIATOR_CONTEXT, reply.initiatorContext());
        assertEquals(tid, reply.target());
        assertEquals(Tid.HOST, reply.initiator());
        return LanReceiveReply.KIND.parse(reply);
    }

    /** The frame number that a bucket holds, after a look at all its bytes. */
    int numberIn(int bucket, int offset, int bytes) {
        long at = (long) bucket * BUCKET_BYTES + offset;
        assertTrue(Frames.isIntact(hostMemory.memory(), at, bytes), "bucket " + bucket + " is damaged");
        return Frames.number(hostMemory.memory(), at);
    }
}
