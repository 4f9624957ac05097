package dev.spine.device.disk;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.spine.device.disk.store.DelayingStore;
import dev.spine.device.disk.store.ExecutorKind;
import dev.spine.device.disk.store.Latency;
import dev.spine.device.disk.store.PowerCutStore;
import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.block.BlockTransfer;
import dev.spine.i2o.message.block.CacheFlush;
import dev.spine.i2o.message.block.TransferFlags;
import dev.spine.i2o.unit.Delivery;
import dev.spine.i2o.unit.Frame;
import dev.spine.i2o.unit.MessagingUnit;
import dev.spine.i2o.unit.QueuePair;
import dev.spine.iop.bus.Access;
import dev.spine.iop.bus.Bus;
import dev.spine.iop.bus.BusAgent;
import dev.spine.iop.bus.DmaEngine;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.Agent;
import dev.spine.iop.engine.AgentContext;
import dev.spine.iop.engine.BusTiming;
import dev.spine.iop.engine.CostTable;
import dev.spine.iop.engine.DmaTiming;
import dev.spine.iop.engine.MachineProfile;
import dev.spine.iop.engine.Op;
import dev.spine.iop.engine.ProcessorSpec;
import dev.spine.iop.engine.WireTiming;
import dev.spine.iop.engine.modelled.ModelledEngine;
import dev.spine.iop.kernel.IopKernel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Power fails at any time, seeded, on the modelled engine: what was flushed, or written through, and acknowledged is there afterwards;
 * every other sector holds what was there, or one of the writes that were not flushed, whole. {@code -Dspine.seed=N} runs one seed again.
 */
class PowerCutTest {
    private static final int SECTOR = PowerCutStore.SECTOR_BYTES;
    private static final int SECTORS = 64;
    private static final int SLOTS = 8;
    private static final int SLOT_BYTES = 8 * SECTOR;
    private static final int FRAME_BYTES = 128;

    @Test
    void whatWasFlushedOutlivesAHundredPowerCuts() {
        cuts(100);
    }

    @Tag("full")
    @Test
    void whatWasFlushedOutlivesTwoThousandPowerCuts() {
        cuts(2000);
    }

    private static void cuts(int count) {
        Long one = Long.getLong("spine.seed");
        long acknowledged = 0;
        long durable = 0;
        for (long seed = one == null ? 1 : one; seed <= (one == null ? count : one); seed++) {
            Node node = new Node(seed);
            node.run();
            acknowledged += node.writes.stream().filter(write -> write.acknowledged).count();
            durable += node.writes.stream().filter(write -> write.durable).count();
        }
        assertTrue(durable > count && acknowledged > durable, "writes were acknowledged: " + acknowledged + ", and flushed: " + durable);
    }

    /** A write of the host, or a flush. */
    private static final class Write {
        final int number;
        final int first;
        final int sectors;
        final boolean zeros;
        final boolean through;
        boolean acknowledged;
        boolean durable;

        Write(int number, int first, int sectors, boolean zeros, boolean through) {
            this.number = number;
            this.first = first;
            this.sectors = sectors;
            this.zeros = zeros;
            this.through = through;
        }

        boolean covers(int sector) {
            return sector >= first && sector < first + sectors;
        }

        void fill(MemorySegment memory, long offset) {
            for (int i = 0; i < sectors * SECTOR / Integer.BYTES; i++) {
                memory.set(ValueLayout.JAVA_INT_UNALIGNED, offset + (long) i * Integer.BYTES, word(first * SECTOR / Integer.BYTES + i));
            }
        }

        private int word(int index) {
            return zeros ? 0 : number * 0x10001 + index * 7;
        }

        boolean isIn(byte[] medium, int sector) {
            MemorySegment memory = MemorySegment.ofArray(medium);
            for (int i = 0; i < SECTOR / Integer.BYTES; i++) {
                int index = sector * SECTOR / Integer.BYTES + i;
                if (memory.get(ValueLayout.JAVA_INT_UNALIGNED, (long) index * Integer.BYTES) != word(index)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** A host, a card with a disk, and the clock of the model. */
    private static final class Node {
        private final long seed;
        private final SplittableRandom random;
        private final ModelledEngine engine;
        private final PowerCutStore store = new PowerCutStore(SECTORS * SECTOR);
        private final Region memory;
        private final QueuePair requests;
        private final QueuePair replies;
        private final int tid;
        private final AgentContext agent;
        private final MessageFrame view = new MessageFrame();
        final List<Write> writes = new ArrayList<>();
        private final int[] slotWrites = new int[SLOTS];
        private final boolean[] slotBusy = new boolean[SLOTS];
        /** For a flush in a slot: which writes were acknowledged when it was asked for. */
        private final List<List<Write>> covered = new ArrayList<>();

        Node(long seed) {
            this.seed = seed;
            this.random = new SplittableRandom(seed);
            Map<Op, Double> costs = new EnumMap<>(Op.class);
            Arrays.stream(Op.values()).forEach(op -> costs.put(op, 1.0));
            ProcessorSpec processor = new ProcessorSpec("one cycle per operation", CostTable.ofCycles(100_000_000, costs));
            engine = new ModelledEngine(MachineProfile.named("test machine").host(processor).iop(processor)
                .bus(new BusTiming(100_000_000, 4, 2, 64, 5)).dma(new DmaTiming(100, 1_000_000_000))
                .wire(new WireTiming(100_000_000, 1_000, 24)).cardMemoryBytes(1 << 20).source("bus.clockHz", "assumed").build(), seed);
            Bus bus = new Bus(2);
            memory = bus.allocate("host memory", BusAgent.host(), Access.READ_WRITE, (long) SLOTS * SLOT_BYTES);
            MessagingUnit unit = new MessagingUnit("iop1", Arena.ofAuto().allocate(64 << 10, 64), FRAME_BYTES, 32);
            requests = unit.hostLink().inbound();
            replies = unit.hostLink().outbound();
            Latency latency = switch (random.nextInt(3)) {
                case 0 -> Latency.fixed(20_000);
                case 1 -> Latency.uniform(0, 50_000);
                default -> Latency.exponential(20_000);
            };
            DiskModule disk = new DiskModule(DiskSettings.of("disk").withQueueDepth(1 + random.nextInt(8)).withStagingBytes(4096),
                new DelayingStore(store, latency), ExecutorKind.INLINE);
            IopKernel kernel = engine.add("node0/iop1", processor, context -> {
                IopKernel made = new IopKernel("iop1", context, new DmaEngine(bus, new BusAgent(1, "iop1")), unit,
                    (_, request) -> request.finish());
                made.install(disk);
                return made;
            });
            tid = kernel.directory().devices().getFirst().tid();
            kernel.directory().state(IopState.OPERATIONAL);
            Region frames = bus.allocate("reply frames", BusAgent.host(), Access.READ_WRITE, 32L * FRAME_BYTES);
            for (int i = 0; i < 32; i++) {
                assertNotNull(replies.adopt(Delivery.DIRECT, frames.memory(), (long) i * FRAME_BYTES,
                    (int) frames.base() + i * FRAME_BYTES));
            }
            agent = engine.add("node0/host", processor, context -> new Starter(context, this)).context;
            for (int i = 0; i < SLOTS; i++) {
                covered.add(List.of());
            }
        }

        void run() {
            agent.consumes(replies.postList());
            engine.start();
            engine.advanceTo(50_000 + random.nextLong(3_000_000));
            byte[] left = store.cut(random);
            for (int sector = 0; sector < SECTORS; sector++) {
                check(left, sector);
            }
            engine.close();
        }

        private void check(byte[] left, int sector) {
            int from = -1;
            for (Write write : writes) {
                if (write.durable && write.covers(sector)) {
                    from = write.number;
                }
            }
            boolean zero = true;
            for (int i = sector * SECTOR; i < (sector + 1) * SECTOR; i++) {
                zero &= left[i] == 0;
            }
            if (from < 0 && zero) {
                return;
            }
            for (Write write : writes) {
                if (write.number >= from && write.covers(sector) && write.isIn(left, sector)) {
                    return;
                }
            }
            fail("seed " + seed + ": sector " + sector + " holds what it must not; the last write that is durable there has number " + from
                + ". Run again with -Dspine.seed=" + seed);
        }

        int doWork() {
            agent.charge(Op.POLL);
            int work = 0;
            for (Frame frame = replies.poll(); frame != null; frame = replies.poll()) {
                view.wrap(frame.memory(), frame.offset(), frame.slotBytes());
                answered(view.transactionContext(), view.requestStatus());
                replies.free(agent, frame);
                work++;
            }
            if (random.nextInt(3) > 0) {
                work += ask();
            }
            agent.wakeAt(agent.nowNs() + 1000 + random.nextInt(20_000));
            return work;
        }

        private void answered(int slot, int status) {
            assertTrue(status == 0, "the disk has no other errors");
            slotBusy[slot] = false;
            if (slotWrites[slot] < 0) {
                covered.get(slot).forEach(write -> write.durable = true);
                return;
            }
            Write write = writes.get(slotWrites[slot]);
            write.acknowledged = true;
            write.durable |= write.through;
        }

        private int ask() {
            int slot = 0;
            while (slot < SLOTS && slotBusy[slot]) {
                slot++;
            }
            Frame frame = slot == SLOTS ? null : requests.take();
            if (frame == null) {
                return 0;
            }
            view.wrap(frame.memory(), frame.offset(), frame.slotBytes());
            slotBusy[slot] = true;
            int kind = random.nextInt(10);
            if (kind == 0) {
                slotWrites[slot] = -1;
                covered.set(slot, writes.stream().filter(write -> write.acknowledged).toList());
                new CacheFlush(0, 1).emit(view, Header.fromHost(tid, 7, slot));
            } else {
                int sectors = 1 + random.nextInt(8);
                Write write = new Write(writes.size(), random.nextInt(SECTORS - sectors + 1), sectors, kind == 1, kind == 2);
                slotWrites[slot] = write.number;
                writes.add(write);
                int flags = write.through ? TransferFlags.WRITE_THROUGH : 0;
                if (write.zeros) {
                    BlockTransfer.begin(view, Function.BSA_BLOCK_WRITE, Tid.HOST, tid, 7, slot, flags, sectors * SECTOR,
                        (long) write.first * SECTOR);
                    view.resize(BlockTransfer.ONE_RUN_WORDS);
                    view.setWord(BlockTransfer.FIXED_WORDS, 0xC8 << 24 | sectors * SECTOR);
                    view.setWord(BlockTransfer.FIXED_WORDS + 1, 0);
                } else {
                    write.fill(memory.memory(), (long) slot * SLOT_BYTES);
                    BlockTransfer.writeOneRun(view, Function.BSA_BLOCK_WRITE, Tid.HOST, tid, 7, slot, flags, sectors * SECTOR,
                        (long) write.first * SECTOR, (int) memory.base() + slot * SLOT_BYTES);
                }
            }
            agent.charge(Op.BUILD_FRAME);
            requests.post(agent, frame);
            return 1;
        }
    }

    /** The host's agent, before the node is complete. */
    private static final class Starter implements Agent {
        final AgentContext context;
        private final Node node;

        Starter(AgentContext context, Node node) {
            this.context = context;
            this.node = node;
        }

        @Override
        public int doWork(int limit) {
            return node.doWork();
        }

        @Override
        public String roleName() {
            return "node0/host";
        }
    }
}
