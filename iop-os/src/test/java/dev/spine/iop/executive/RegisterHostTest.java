package dev.spine.iop.executive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.IopState;
import dev.spine.i2o.Tid;
import dev.spine.i2o.table.StatusBlock;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.RegisterInterface;
import dev.spine.iop.Iop;
import dev.spine.iop.IopBuilder;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.StepContext;
import dev.spine.iop.kernel.IopCounters.Counter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A host that knows nothing but registers and memory: the boot of real drivers, and hosts that lie to the registers. */
class RegisterHostTest {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int EMPTY = RegisterInterface.EMPTY;
    private static final int STATUS_AT = 0x100;
    private static final int TABLE_AT = 0x1000;
    private static final int REPLIES_AT = 0x8000;
    private static final int REPLY_FRAMES = 16;
    private static final int HOST_FRAMES = 16;

    private final StepContext context = new StepContext("node0/iop1");
    private final Bus bus = new Bus(2);
    private final Region memory = bus.allocate("host memory", BusAgent.host(), Access.READ_WRITE, 0x1_0000);
    private final TestDevice device = new TestDevice();
    private final Iop iop = new IopBuilder("iop1", bus, new BusAgent(1, "iop1")).frames(512, HOST_FRAMES).build(context);
    private final RegisterInterface registers = new RegisterInterface(iop.function().link(), this::hostMemory, Delivery.DIRECT);

    private @Nullable MemorySegment hostMemory(int address, int bytes) {
        long offset = Integer.toUnsignedLong(address) - memory.base();
        return offset >= 0 && offset + bytes <= memory.length() ? memory.memory().asSlice(offset, bytes) : null;
    }

    @BeforeEach
    void build() {
        iop.install(device);
        iop.executive().lifeCycle().serve(registers);
    }

    private void step() {
        while (iop.doWork(1) > 0) {
            assertTrue(context.nowNs() >= 0);
        }
    }

    private int address(int offset) {
        return (int) memory.base() + offset;
    }

    private int word(int offset) {
        return memory.memory().get(WORD, offset);
    }

    private MemorySegment frameMemory(int mfa) {
        return Objects.requireNonNull(iop.function().link().inbound().frameAt(mfa)).memory();
    }

    private int window(int mfa, int index) {
        return frameMemory(mfa).get(WORD, mfa + 4L * index);
    }

    private int take() {
        return registers.read(RegisterInterface.INBOUND_QUEUE_PORT);
    }

    private void post(int... words) {
        int mfa = take();
        assertNotEquals(EMPTY, mfa);
        assertTrue(mfa >= 0x1000 && mfa < 0x10_0000 && (mfa & 3) == 0);
        MemorySegment frame = frameMemory(mfa);
        for (int i = 0; i < words.length; i++) {
            frame.set(WORD, mfa + 4L * i, words[i]);
        }
        registers.write(RegisterInterface.INBOUND_QUEUE_PORT, mfa);
        step();
    }

    /** Takes the next reply as a driver does: after the interrupt bit, reading twice; returns its words. */
    private List<Integer> reply() {
        assertEquals(RegisterInterface.OUTBOUND_POST_BIT, registers.read(RegisterInterface.OUTBOUND_INTERRUPT_STATUS));
        int mfa = registers.read(RegisterInterface.OUTBOUND_QUEUE_PORT);
        assertNotEquals(EMPTY, mfa);
        int offset = mfa - (int) memory.base();
        List<Integer> words = new ArrayList<>();
        for (int i = 0; i < word(offset) >>> 16; i++) {
            words.add(word(offset + 4 * i));
        }
        registers.write(RegisterInterface.OUTBOUND_QUEUE_PORT, mfa);
        return words;
    }

    private void bootIop() {
        step();
        context.advance(iop.executive().parts().settings().bootNs());
        step();
    }

    private void outboundInit() {
        memory.memory().set(WORD, STATUS_AT, 0);
        post(0x0008_0061, 0xA100_1000, 0, 0, 4096, 0x0080_0080, 0xD000_0004, address(STATUS_AT));
        assertEquals(4, word(STATUS_AT));
        for (int i = 0; i < REPLY_FRAMES; i++) {
            registers.write(RegisterInterface.OUTBOUND_QUEUE_PORT, address(REPLIES_AT + i * 512));
        }
    }

    private StatusBlock statusGet() {
        memory.memory().asSlice(STATUS_AT, 88).fill((byte) 0);
        post(0x0009_0001, 0xA000_1000, 0, 0, 0, 0, address(STATUS_AT), 0, 88);
        assertTrue(StatusBlock.isComplete(memory.memory(), STATUS_AT));
        return StatusBlock.parse(memory.memory(), STATUS_AT);
    }

    private void bootAsLinux() {
        bootIop();
        registers.write(RegisterInterface.OUTBOUND_INTERRUPT_MASK, 0);
        assertEquals(IopState.RESET.code(), statusGet().iopState());
        outboundInit();
        assertEquals(IopState.HOLD.code(), statusGet().iopState());
        post(0x0006_0041, 0xA800_1000, 0, 0x8000_0001, 0xD000_0018, address(TABLE_AT));
        assertEquals(List.of(0x0005_C001, 0xA800_1000, 0, 0x8000_0001, 0), reply());
        // The system table leaves this IOP out, and the third element is overwritten.
        memory.memory().asSlice(TABLE_AT, 16).fill((byte) 0);
        memory.memory().set(WORD, TABLE_AT, 0x0100);
        post(0x000C_0061, 0xA300_1000, 0, 0x8000_0002, 2, 0, 0x5400_0010, address(TABLE_AT), 0x5400_0000, 0, 0, 0);
        assertEquals(0, reply().get(4));
        assertEquals(IopState.READY.code(), statusGet().iopState());
        post(0x0004_0001, 0xD100_1000, 0, 0x8000_0003);
        assertEquals(0, reply().get(4));
        assertEquals(IopState.OPERATIONAL.code(), statusGet().iopState());
        post(0x0008_0061, 0xA200_1000, 0, 0x8000_0005, -1, 0, 0xD000_2000, address(TABLE_AT));
        assertEquals(0, reply().get(4));
        assertEquals(21, word(TABLE_AT) & 0xFFFF);
        post(0x0005_0001, 0x1300_1000, 1, 0, -1);
        assertEquals(0, registers.read(RegisterInterface.OUTBOUND_INTERRUPT_STATUS));
        assertEquals(EMPTY, registers.read(RegisterInterface.OUTBOUND_QUEUE_PORT));
    }

    private void assertAllInboundFree() {
        List<Integer> all = new ArrayList<>();
        for (int mfa = take(); mfa != EMPTY; mfa = take()) {
            all.add(mfa);
        }
        assertEquals(HOST_FRAMES, all.stream().distinct().count());
        assertEquals(HOST_FRAMES, all.size());
        for (int mfa : all) {
            MemorySegment frame = frameMemory(mfa);
            frame.set(WORD, mfa, 0x0003_0001);
            frame.set(WORD, mfa + 4L, 0x0000_1000);
            registers.write(RegisterInterface.INBOUND_QUEUE_PORT, mfa);
        }
        step();
    }

    @Test
    void noFrameCanBeHadWhileTheIopBoots() {
        assertEquals(EMPTY, take());
        step();
        assertEquals(EMPTY, take());
        context.advance(iop.executive().parts().settings().bootNs());
        step();
        assertNotEquals(EMPTY, take());
    }

    @Test
    void linuxBootsIt() {
        bootAsLinux();
        assertAllInboundFree();
        post(0x0005_0001, 0x0900_1008, 7, 8, 0x0100_0000);
        List<Integer> claim = reply();
        List<Integer> event = reply();
        assertEquals(0, claim.get(1) >>> 24 == 0x09 ? claim.get(4) : event.get(4));
        assertEquals(Tid.HOST, iop.kernel().directory().devices().get(1).userTid());
        assertEquals(0, registers.refusedInbound());
        assertEquals(0, registers.refusedOutbound());
    }

    @Test
    void resetForgetsReplyFramesAndTakesBackInboundFramesThatADriverLost() {
        bootAsLinux();
        int lost = take();
        post(0x0008_0001, 0xBD00_1000, 0, 0, 0, 0, address(STATUS_AT), 0);
        assertEquals(1, word(STATUS_AT));
        assertEquals(EMPTY, take());
        bootIop();
        // As Linux 2.4 does: the frame that it fetched goes to the wrong port.
        int fetched = take();
        registers.write(RegisterInterface.OUTBOUND_QUEUE_PORT, fetched);
        assertEquals(1, registers.refusedOutbound());
        assertEquals(IopState.RESET.code(), statusGet().iopState());
        outboundInit();
        assertNotEquals(EMPTY, lost);
        assertAllInboundFree();
        assertEquals(1, registers.refusedOutbound(), "the reply frames of before are taken again");
        assertEquals(REPLY_FRAMES, iop.function().link().outbound().freeForSender());
    }

    @Test
    void addressesThatAreMadeUpPostedTwiceOrNeverGrantedAreDroppedAndCounted() {
        bootAsLinux();
        for (int madeUp : new int[] {0, 4, 0x1001, 0x1004, EMPTY, 0x7FFF_FFFC, 0x1000 + 576 * 40}) {
            registers.write(RegisterInterface.INBOUND_QUEUE_PORT, madeUp);
        }
        assertEquals(7, registers.refusedInbound());
        int mfa = take();
        MemorySegment frame = frameMemory(mfa);
        int[] keep = {0x0005_0001, TestDevice.KEEP << 24 | 0x1008, 0, 0, 5};
        for (int i = 0; i < keep.length; i++) {
            frame.set(WORD, mfa + 4L * i, keep[i]);
        }
        registers.write(RegisterInterface.INBOUND_QUEUE_PORT, mfa);
        registers.write(RegisterInterface.INBOUND_QUEUE_PORT, mfa);
        step();
        registers.write(RegisterInterface.INBOUND_QUEUE_PORT, mfa);
        step();
        assertEquals(9, registers.refusedInbound());
        assertEquals(1, device.kept.size());
        assertEquals(keep[4], window(mfa, 4));
        TestDevice.answer(device.kept.removeFirst());
        assertEquals(5, reply().get(5));
        assertEquals(0, iop.kernel().counters().get(Counter.MALFORMED_FRAMES));
        assertAllInboundFree();
    }

    @Test
    void preservedFrameComesBackByANoOperationOnly() {
        bootAsLinux();
        post(0x0005_0001, 0x3000_1444, 1, 2, 3);
        List<Integer> failure = reply();
        int mfa = failure.get(7);
        assertEquals(0xE0, failure.get(0) >>> 8 & 0xFF);
        assertEquals(2, window(mfa, 3), "the host finds its context in the preserved frame");
        MemorySegment frame = frameMemory(mfa);
        frame.set(WORD, mfa, 0x0003_0001);
        frame.set(WORD, mfa + 4L, 0x0000_1000);
        registers.write(RegisterInterface.INBOUND_QUEUE_PORT, mfa);
        registers.write(RegisterInterface.INBOUND_QUEUE_PORT, mfa);
        step();
        assertEquals(1, registers.refusedInbound());
        assertAllInboundFree();
    }

    @Test
    void interruptIsALevelThatTheMaskHides() {
        bootAsLinux();
        assertFalse(registers.interruptAsserted());
        post(0x0005_0001, TestDevice.ANSWER << 24 | 0x1008, 0, 0, 0);
        assertTrue(registers.interruptAsserted());
        registers.write(RegisterInterface.OUTBOUND_INTERRUPT_MASK, RegisterInterface.OUTBOUND_POST_BIT);
        assertFalse(registers.interruptAsserted());
        registers.write(RegisterInterface.OUTBOUND_INTERRUPT_MASK, 0);
        assertEquals(0, reply().get(4));
        assertFalse(registers.interruptAsserted());
    }

    @Test
    void randomRegisterAccessesNeitherThrowNorLoseFrames() {
        long seed = Long.getLong("spine.seed", 20_261_121L);
        System.out.println("spine.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        bootAsLinux();
        List<Integer> taken = new ArrayList<>();
        List<Integer> replies = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            switch (random.nextInt(6)) {
                case 0 -> taken.add(take());
                case 1 -> registers.write(RegisterInterface.INBOUND_QUEUE_PORT, random.nextInt(0x4000));
                case 2 -> {
                    if (!taken.isEmpty()) {
                        int mfa = removeAny(taken, random);
                        if (mfa != EMPTY) {
                            MemorySegment frame = frameMemory(mfa);
                            frame.set(WORD, mfa, random.nextInt(1, 12) << 16 | 1);
                            int function = List.of(TestDevice.ANSWER, 0x00, 0x06, 0xA2, 0xA8, 0x09, 0x44).get(random.nextInt(7));
                            frame.set(WORD, mfa + 4L, function << 24 | 0x1000 | List.of(0, 8, 9).get(random.nextInt(3)));
                            frame.set(WORD, mfa + 20L, 0);
                        }
                        registers.write(RegisterInterface.INBOUND_QUEUE_PORT, mfa);
                    }
                }
                case 3 -> replies.add(registers.read(RegisterInterface.OUTBOUND_QUEUE_PORT));
                case 4 -> {
                    if (!replies.isEmpty()) {
                        returnReply(removeAny(replies, random));
                    }
                }
                default -> registers.write(RegisterInterface.OUTBOUND_QUEUE_PORT, random.nextInt());
            }
            iop.doWork(1);
        }
        step();
        replies.forEach(this::returnReply);
        registers.reclaimInbound();
        context.advance(LctNotification.PACE_NS);
        step();
        for (int mfa = registers.read(RegisterInterface.OUTBOUND_QUEUE_PORT); mfa != EMPTY;
                mfa = registers.read(RegisterInterface.OUTBOUND_QUEUE_PORT)) {
            returnReply(mfa);
            step();
        }
        assertAllInboundFree();
        assertEquals(REPLY_FRAMES, iop.function().link().outbound().freeForSender());
    }

    private static int removeAny(List<Integer> list, SplittableRandom random) {
        Collections.swap(list, random.nextInt(list.size()), list.size() - 1);
        return list.removeLast();
    }

    /** Returns a reply frame, and the frame that it says is preserved. */
    private void returnReply(int mfa) {
        if (mfa == EMPTY) {
            return;
        }
        int offset = mfa - (int) memory.base();
        if ((word(offset) & 0x2000) != 0) {
            int preserved = word(offset + 28);
            MemorySegment frame = frameMemory(preserved);
            frame.set(WORD, preserved, 0x0003_0001);
            frame.set(WORD, preserved + 4L, 0x0000_1000);
            registers.write(RegisterInterface.INBOUND_QUEUE_PORT, preserved);
        }
        registers.write(RegisterInterface.OUTBOUND_QUEUE_PORT, mfa);
    }
}
