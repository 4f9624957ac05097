package dev.spine.device.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.HandAgent;
import dev.spine.device.disk.store.ExecutorKind;
import dev.spine.device.disk.store.Store;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.Message;
import dev.spine.i2o.message.UtilAbort;
import dev.spine.i2o.message.block.BlockTransfer;
import dev.spine.i2o.message.catalogue.Catalogue;
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
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopKernel;
import dev.spine.iop.kernel.KernelRequest;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.function.Consumer;

/** A disk on an IOP, and a host that has memory and frames: real frames, queue pairs, kernel and bus, stepped by hand. */
final class DiskRig {
    static final int FRAME_BYTES = 512;
    static final int HOST_FRAMES = 64;
    static final int HOST_BYTES = 1 << 20;

    final BusAgent host = BusAgent.host();
    final BusAgent card = new BusAgent(1, "iop1");
    final BusAgent peer = new BusAgent(2, "iop2");
    final Bus bus = new Bus(3);
    final HandAgent agent;
    final Region hostMemory = bus.allocate("host memory", host, Access.READ_WRITE, HOST_BYTES);
    final Region peerMemory = bus.allocate("peer memory", peer, Access.OWNER, 65_536);
    final DmaEngine dma = new DmaEngine(bus, card);
    final DiskModule disk;
    final IopKernel kernel;
    final int tid;
    final QueuePair hostRequests;
    final QueuePair hostReplies;
    final Deque<MessageFrame> replies = new ArrayDeque<>();
    private final Deque<Frame> unreturned = new ArrayDeque<>();
    private boolean returnsFrames = true;
    private int nextContext = 0x1000;

    DiskRig(DiskSettings settings, Store store) {
        this(settings, store, HandAgent.modelled("node0/iop1"));
    }

    DiskRig(DiskSettings settings, Store store, HandAgent agent) {
        this(settings, store, agent, ExecutorKind.INLINE);
    }

    DiskRig(DiskSettings settings, Store store, HandAgent agent, ExecutorKind executorKind) {
        this.agent = agent;
        MessagingUnit unit =
            new MessagingUnit("iop1", Arena.ofAuto().allocate(MessagingUnit.MFA_LIMIT, 64), FRAME_BYTES, HOST_FRAMES);
        kernel = new IopKernel("iop1", agent, dma, unit, DiskRig::onUtility);
        disk = new DiskModule(settings, store, executorKind);
        tid = kernel.install(disk);
        kernel.directory().state(IopState.OPERATIONAL);
        disk.enable();
        hostRequests = unit.hostLink().inbound();
        hostReplies = unit.hostLink().outbound();
        Region frames = bus.allocate("host reply frames", host, Access.READ_WRITE, 128L * FRAME_BYTES);
        for (int i = 0; i < 128; i++) {
            assertNotNull(hostReplies.adopt(Delivery.DIRECT, frames.memory(), (long) i * FRAME_BYTES,
                (int) frames.base() + i * FRAME_BYTES));
        }
    }

    /** Of the utilities only aborts are needed. */
    private static void onUtility(DeviceSlot slot, KernelRequest request) {
        AbortSelection selection = AbortSelection.of(request);
        assertNotNull(selection);
        int aborted = slot.module().abort(selection);
        MessageFrame reply = request.openReply();
        Replies.begin(request.frame(), reply, Replies.SINGLE_WORDS, MessageFlags.FINAL_REPLY, 0);
        reply.setWord(MessageFrame.STATUS_WORD, aborted);
        request.sendReply();
    }

    /** Posts an abort; returns its transaction context. */
    int abort(int type, int function, int context) {
        return post(new UtilAbort(type, function, context));
    }

    // --- the host

    int address(int offset) {
        return (int) hostMemory.base() + offset;
    }

    /** Fills a part of the host's memory with bytes of a seed; returns a copy. */
    byte[] fill(int offset, int bytes, long seed) {
        byte[] data = new byte[bytes];
        new Random(seed).nextBytes(data);
        MemorySegment.copy(MemorySegment.ofArray(data), 0, hostMemory.memory(), offset, bytes);
        return data;
    }

    byte[] hostBytes(int offset, int bytes) {
        byte[] data = new byte[bytes];
        MemorySegment.copy(hostMemory.memory(), offset, MemorySegment.ofArray(data), 0, bytes);
        return data;
    }

    /** Posts a request of the host whose frame {@code fill} writes; returns its transaction context. */
    int request(Consumer<MessageFrame> fill) {
        Frame frame = hostRequests.take();
        assertNotNull(frame, "a request frame was expected");
        MessageFrame writer = new MessageFrame();
        writer.wrap(frame.memory(), frame.offset(), frame.slotBytes());
        fill.accept(writer);
        hostRequests.post(Delivery.DIRECT, frame);
        return writer.transactionContext();
    }

    /** Posts a request given as a record; returns its transaction context. */
    int post(dev.spine.i2o.message.Request request) {
        int context = nextContext++;
        return request(frame -> request.emit(frame, Header.fromHost(tid, 7, context)));
    }

    /** Posts a read or write of one run; returns its transaction context. */
    int transfer(int function, int control, long address, int bytes, int offset) {
        int context = nextContext++;
        return request(frame -> BlockTransfer.writeOneRun(frame, function, Tid.HOST, tid, 7, context, control, bytes, address,
            address(offset)));
    }

    /** Posts a request of words that follow the header; returns its transaction context. */
    int raw(int function, int sglOffset, int... words) {
        int context = nextContext++;
        return request(frame -> {
            frame.header(MessageFrame.HEADER_WORDS + words.length, 0, sglOffset, function, Tid.HOST, tid);
            frame.contexts(7, context);
            for (int i = 0; i < words.length; i++) {
                frame.setWord(MessageFrame.HEADER_WORDS + i, words[i]);
            }
        });
    }

    void write(long address, int bytes, int offset) {
        transfer(Function.BSA_BLOCK_WRITE, 0, address, bytes, offset);
        step();
        assertEquals(bytes, succeeded());
    }

    void read(long address, int bytes, int offset) {
        transfer(Function.BSA_BLOCK_READ, 0, address, bytes, offset);
        step();
        assertEquals(bytes, succeeded());
    }

    // --- the card

    /** Gives the IOP its turn until it finds nothing to do; each piece of work must cost something. */
    void step() {
        do {
            while (kernel.doWork(1) > 0) {
                assertTrue(!agent.isModelled() || agent.takeCharges() > 0, "a step that does work charges for it");
            }
            agent.takeCharges();
        } while (collect() > 0);
    }

    /** Gives the IOP its turn until there is a reply, whatever thread it waits for. */
    void stepUntilReply() {
        while (replies.isEmpty()) {
            step();
            Thread.onSpinWait();
        }
    }

    /** The host sees its replies, and returns their frames unless it was told to keep them. */
    int collect() {
        int before = replies.size();
        for (Frame frame = hostReplies.poll(); frame != null; frame = hostReplies.poll()) {
            MessageFrame copy = new MessageFrame();
            copy.wrap(MemorySegment.ofArray(new byte[FRAME_BYTES]), 0, FRAME_BYTES);
            assertTrue(copy.tryCopyFrom(frame.memory(), frame.offset(), frame.slotBytes()));
            replies.add(copy);
            if (returnsFrames) {
                hostReplies.free(Delivery.DIRECT, frame);
            } else {
                unreturned.add(frame);
            }
        }
        return replies.size() - before;
    }

    void keepReplyFrames() {
        returnsFrames = false;
    }

    void returnReplyFrames() {
        returnsFrames = true;
        unreturned.forEach(frame -> hostReplies.free(Delivery.DIRECT, frame));
        unreturned.clear();
    }

    // --- replies

    MessageFrame nextReply() {
        MessageFrame reply = replies.poll();
        assertNotNull(reply, "a reply was expected");
        return reply;
    }

    /** The next reply as a record. */
    Message nextMessage() {
        Message message = Catalogue.parse(nextReply(), DeviceClass.RANDOM_BLOCK_STORAGE);
        assertNotNull(message);
        return message;
    }

    /** The transfer count of the next reply, which must be one of success. */
    int succeeded() {
        MessageFrame reply = nextReply();
        assertEquals(0, reply.word(MessageFrame.STATUS_WORD), () -> "status of " + reply);
        assertEquals(BlockTransfer.REPLY_WORDS, reply.sizeWords());
        assertEquals(0xC0, reply.flags());
        return BlockTransfer.transferCount(reply);
    }
}
