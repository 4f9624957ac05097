package dev.spine.iop.pci;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.InterruptListener;
import dev.spine.i2o.unit.RegisterInterface;
import dev.spine.iop.Iop;
import dev.spine.iop.IopBuilder;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.Tasks;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.iop.engine.live.ThreadLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** A running IOP behind its PCI function, and a host of words: it knows configuration space, the window and its own memory. */
final class CardRig implements AutoCloseable {
    static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final long CARD_MEMORY = 0xE000_0000L;
    static final int MEMORY_BASE = 0x10_0000;
    static final int STATUS_AT = 0x100;
    static final int REPLIES_AT = 0x8000;
    static final int REPLY_FRAMES = 16;
    static final int BAR = 0xD000_0000;

    final Bus bus = new Bus(2, CARD_MEMORY);
    final HostMemorySlots slots = new HostMemorySlots(bus, BusAgent.host());
    final MemorySegment memory = Arena.ofAuto().allocate(0x2_0000, 4096);
    final AtomicInteger rises = new AtomicInteger();
    final AtomicInteger falls = new AtomicInteger();
    final PciCard card;
    final Tasks tasks;
    private final LiveEngine engine = new LiveEngine(ThreadLayout.ONE_CORE, 1);

    CardRig(CardIdentity identity) {
        Map<Op, Double> free = new EnumMap<>(Op.class);
        for (Op op : Op.values()) {
            free.put(op, 1.0);
        }
        ProcessorSpec processor = new ProcessorSpec("test", CostTable.ofCycles(1_000_000, free));
        Iop iop = engine.add("node0/iop1", processor, agent -> new IopBuilder("iop1", bus, new BusAgent(1, "iop1")).build(agent));
        card = new PciCard(iop, identity, slots, Delivery.DIRECT, new InterruptListener() {
            @Override
            public void onAsserted() {
                rises.incrementAndGet();
            }

            @Override
            public void onReleased() {
                falls.incrementAndGet();
            }
        });
        tasks = engine.tasks(iop);
        engine.start();
        replace(List.of(new HostMemorySlot(MEMORY_BASE, memory)));
        awaitBoot();
    }

    void replace(List<HostMemorySlot> map) {
        tasks.run(() -> card.replaceHostMemory(map));
        tasks.await("the old memory to be free", card::isDrained);
    }

    void awaitBoot() {
        await("a free frame", () -> {
            int mfa = card.read32(RegisterInterface.INBOUND_QUEUE_PORT);
            if (mfa == RegisterInterface.EMPTY) {
                return false;
            }
            fill(mfa, 0x0003_0001, 0x0000_1000, 0);
            card.write32(RegisterInterface.INBOUND_QUEUE_PORT, mfa);
            return true;
        });
    }

    /** Polls registers as a host does, while the IOP works on its own thread. */
    static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + 20_000_000_000L;
        while (!condition.getAsBoolean()) {
            assertEquals(true, System.nanoTime() < end, "waited too long for " + what);
            Thread.onSpinWait();
        }
    }

    void fill(int mfa, int... words) {
        for (int i = 0; i < words.length; i++) {
            card.write32(mfa + 4 * i, words[i]);
        }
    }

    int post(int... words) {
        int mfa = card.read32(RegisterInterface.INBOUND_QUEUE_PORT);
        assertEquals(true, mfa >= 0x1000 && mfa < 0x10_0000 && (mfa & 3) == 0, "a frame in the window: " + Integer.toHexString(mfa));
        fill(mfa, words);
        card.write32(RegisterInterface.INBOUND_QUEUE_PORT, mfa);
        return mfa;
    }

    static int address(int offset) {
        return MEMORY_BASE + offset;
    }

    int word(int offset) {
        return memory.get(WORD, offset);
    }

    void word(int offset, int value) {
        memory.set(WORD, offset, value);
    }

    int state() {
        word(STATUS_AT + 84, 0);
        post(0x0009_0001, 0xA000_1000, 0, 0, 0, 0, address(STATUS_AT), 0, 88);
        await("the status block", () -> (byte) (word(STATUS_AT + 84) >>> 24) == -1);
        return word(STATUS_AT + 8) >>> 16 & 0xFF;
    }

    void outboundInit() {
        word(STATUS_AT, 0);
        post(0x0008_0061, 0xA100_1000, 0, 0, 4096, 0x0080_0080, 0xD000_0004, address(STATUS_AT));
        await("the outbound queue", () -> word(STATUS_AT) == 4);
        for (int i = 0; i < REPLY_FRAMES; i++) {
            card.write32(RegisterInterface.OUTBOUND_QUEUE_PORT, address(REPLIES_AT + i * 512));
        }
    }

    /** The next reply's words, its frame returned; empty when there is none. */
    List<Integer> tryReply() {
        int mfa = card.read32(RegisterInterface.OUTBOUND_QUEUE_PORT);
        List<Integer> words = new ArrayList<>();
        if (mfa != RegisterInterface.EMPTY) {
            int offset = mfa - MEMORY_BASE;
            for (int i = 0; i < word(offset) >>> 16; i++) {
                words.add(word(offset + 4 * i));
            }
            card.write32(RegisterInterface.OUTBOUND_QUEUE_PORT, mfa);
        }
        return words;
    }

    List<Integer> reply() {
        List<Integer> words = new ArrayList<>();
        await("a reply", () -> {
            words.addAll(tryReply());
            return !words.isEmpty();
        });
        return words;
    }

    @Override
    public void close() {
        engine.close();
    }
}
