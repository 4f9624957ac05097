package dev.spine.iop.pci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.IopState;
import dev.spine.i2o.unit.RegisterInterface;
import dev.spine.iop.kernel.IopCounters.Counter;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The PCI function of a running IOP, as a host finds it. */
class PciCardTest {
    private static final int INBOUND = RegisterInterface.INBOUND_QUEUE_PORT;
    private static final int OUTBOUND = RegisterInterface.OUTBOUND_QUEUE_PORT;
    private static final int EMPTY = RegisterInterface.EMPTY;
    private static final int RESET = 0x02;
    private static final int HOLD = 0x04;
    private static final int[] HRT_GET = {0x0006_0041, 0xA800_1000, 7, 8, 0xD000_0018, CardRig.address(0x1000)};

    private CardRig rig = new CardRig(CardIdentity.EXPERIMENTAL);

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void configurationSpaceNamesAnIntelligentControllerWithTheQueueAt0x40() {
        assertEquals(0x10F0_1AF4, rig.card.readConfiguration(0x00, 4));
        assertEquals(0x0E, rig.card.readConfiguration(0x0B, 1));
        assertEquals(0x00, rig.card.readConfiguration(0x0A, 1));
        assertEquals(0x01, rig.card.readConfiguration(0x09, 1));
        assertEquals(0x0E00, rig.card.readConfiguration(0x0A, 2));
        assertEquals(1, rig.card.readConfiguration(0x3D, 1), "INTA");
        assertEquals(0x00, rig.card.readConfiguration(0x0E, 1), "an ordinary header");
        assertEquals(0xFFFF, rig.card.readConfiguration(0xFF, 2));
    }

    @Test
    void sizingFindsOneMemoryBarAndNothingElse() {
        List<Integer> sizes = new ArrayList<>();
        for (int offset = 0x10; offset <= 0x30; offset += 4) {
            int before = rig.card.readConfiguration(offset, 4);
            rig.card.writeConfiguration(offset, -1, 4);
            sizes.add(rig.card.readConfiguration(offset, 4));
            rig.card.writeConfiguration(offset, before, 4);
            assertEquals(before, rig.card.readConfiguration(offset, 4));
        }
        assertEquals(List.of(-rig.card.windowBytes(), 0, 0, 0, 0, 0, 0, 0x10F0_1AF4, 0), sizes);
        assertEquals(0x4_0000, rig.card.windowBytes());
    }

    @Test
    void windowAnswersWhereTheBarIsWhileMemoryDecodingIsOn() {
        rig.card.writeConfiguration(0x10, CardRig.BAR | 0xFFF, 4);
        assertEquals(CardRig.BAR, rig.card.readConfiguration(0x10, 4));
        long base = Integer.toUnsignedLong(CardRig.BAR);
        assertEquals(-1, rig.card.windowOffset(base + 0x40, 4), "decoding is off");
        rig.card.writeConfiguration(0x04, 0x0006, 2);
        assertEquals(0x40, rig.card.windowOffset(base + 0x40, 4));
        assertEquals(-1, rig.card.windowOffset(base + rig.card.windowBytes() - 2, 4));
        assertEquals(-1, rig.card.windowOffset(base - 4, 4));
        assertEquals(3, rig.card.refused());
    }

    private void postWhenFree(String what, int... words) {
        CardRig.await(what, () -> {
            int mfa = rig.card.read32(INBOUND);
            if (mfa != EMPTY) {
                rig.fill(mfa, words);
                rig.card.write32(INBOUND, mfa);
            }
            return mfa != EMPTY;
        });
    }

    @Test
    void aCardThatPowersOnBrokenIsRepairedByAResetMessageUntilItsNextPowerOn() {
        for (IopState broken : List.of(IopState.FAILED, IopState.FAULTED)) {
            rig.tasks.run(() -> rig.card.iop().executive().lifeCycle().powersOnAs(broken));
            for (int life = 0; life < 2; life++) {
                rig.card.reset();
                rig.awaitBoot();
                assertEquals(broken.code(), rig.state());
                for (int i = 0; i < 200; i++) {
                    postWhenFree("a frame after so many messages that a broken card does not answer: " + i, HRT_GET);
                }
                rig.word(CardRig.STATUS_AT, 0);
                postWhenFree("a frame", 0x0008_0001, 0xBD00_1000, 0, 0, 0, 0, CardRig.address(CardRig.STATUS_AT), 0);
                CardRig.await("the reset", () -> rig.word(CardRig.STATUS_AT) == 1);
                rig.awaitBoot();
                assertEquals(RESET, rig.state());
                rig.outboundInit();
                assertEquals(HOLD, rig.state());
            }
        }
    }

    @Test
    void theStatusBlockAnnouncesTheFramesThatTheHostCanHave() {
        rig.state();
        int announced = rig.word(CardRig.STATUS_AT + 20);
        assertEquals(announced, rig.word(CardRig.STATUS_AT + 16));
        Set<Integer> taken = new HashSet<>();
        CardRig.await("all frames to be free", () -> {
            int mfa = rig.card.read32(INBOUND);
            if (mfa != EMPTY) {
                taken.add(mfa);
            }
            return taken.size() == announced;
        });
        assertEquals(EMPTY, rig.card.read32(INBOUND));
    }

    @Test
    void frameMemoryTakesEverySizeAtEveryOffset() {
        int mfa = rig.card.read32(INBOUND);
        rig.card.write(mfa, 8, 0x0807_0605_0403_0201L);
        rig.card.write(mfa + 9, 4, 0x1122_3344);
        rig.card.write(mfa + 13, 2, 0x5566);
        rig.card.write(mfa + 15, 1, 0x77);
        assertEquals(0x0403_0201, rig.card.read32(mfa));
        assertEquals(0x0605, rig.card.read(mfa + 4, 2));
        assertEquals(0x44, rig.card.read(mfa + 9, 1));
        assertEquals(0x7755_6611_2233_4400L, rig.card.read(mfa + 8, 8));
        rig.fill(mfa, 0x0003_0001, 0x1000, 0);
        rig.card.write32(INBOUND, mfa);
    }

    @Test
    void queuePortMovesOnlyWhenAllFourByteEnablesAreThere() {
        int first = rig.card.read32(INBOUND);
        for (int size : new int[] {1, 2}) {
            for (int offset = INBOUND; offset < INBOUND + 8; offset += size) {
                assertEquals((1L << 8 * size) - 1, rig.card.read(offset, size));
                rig.card.write(offset, size, first);
            }
        }
        rig.card.write(INBOUND, 1, first);
        rig.card.write(INBOUND + 2, 4, first);
        assertEquals(0, rig.card.registers().refusedInbound(), "nothing was posted");
        int second = rig.card.read32(INBOUND);
        assertNotEquals(first, second);
        for (int mfa : new int[] {first, second}) {
            rig.fill(mfa, 0x0003_0001, 0x1000, 0);
            rig.card.write32(INBOUND, mfa);
        }
        assertEquals(0, rig.card.registers().refusedInbound());
    }

    @Test
    void everyFrameThatIsGivenOutIsAnOffsetInTheWindowBelow1MiB() {
        Set<Integer> all = new HashSet<>();
        CardRig.await("all frames", () -> {
            int mfa = rig.card.read32(INBOUND);
            if (mfa != EMPTY) {
                all.add(mfa);
            }
            return all.size() == 64;
        });
        assertTrue(all.stream().allMatch(mfa -> mfa >= 0x1000 && mfa + 512 <= rig.card.windowBytes() && (mfa & 3) == 0), all.toString());
        assertEquals(EMPTY, rig.card.read32(INBOUND));
    }

    @Test
    void interruptIsAssertedWhileAReplyWaitsAndIsNotMasked() {
        rig.outboundInit();
        assertEquals(0, rig.rises.get());
        rig.post(HRT_GET);
        CardRig.await("the interrupt", () -> rig.rises.get() == 1);
        assertTrue(rig.card.interruptAsserted());
        assertEquals(8, rig.card.readConfiguration(0x06, 2) & 8);
        assertEquals(8, rig.card.read32(0x30));
        rig.card.write(0x34, 1, 0x08);
        assertEquals(1, rig.falls.get());
        assertEquals(8, rig.card.read32(0x34));
        rig.card.write32(0x34, 0);
        assertEquals(2, rig.rises.get());
        rig.card.writeConfiguration(0x04, 0x0406, 2);
        assertFalse(rig.card.interruptAsserted(), "the command register can disconnect it");
        rig.card.writeConfiguration(0x04, 0x0006, 2);
        assertEquals(3, rig.rises.get());
        assertEquals(0, rig.reply().get(4));
        assertEquals(3, rig.falls.get());
        assertEquals(0, rig.card.readConfiguration(0x06, 2) & 8);
    }

    @Test
    void polledCardHasNoInterruptAndNoInterruptRegisters() {
        rig.close();
        rig = new CardRig(CardIdentity.EXPERIMENTAL.with(ProgrammingInterface.POLLED));
        assertEquals(0, rig.card.readConfiguration(0x09, 1));
        assertEquals(0, rig.card.readConfiguration(0x3D, 1));
        rig.outboundInit();
        rig.card.write32(0x34, 8);
        assertEquals(0, rig.card.read32(0x34));
        rig.post(HRT_GET);
        assertEquals(0, rig.reply().get(4));
        assertEquals(0, rig.rises.get());
        assertEquals(0, rig.card.read32(0x30));
    }

    @Test
    void busResetBringsPowerOnStateAndARebootedIop() {
        rig.card.writeConfiguration(0x10, CardRig.BAR, 4);
        rig.card.writeConfiguration(0x04, 0x0006, 2);
        rig.card.writeConfiguration(0x3C, 11, 1);
        rig.outboundInit();
        assertEquals(HOLD, rig.state());
        rig.card.write32(0x34, -1);
        rig.card.reset();
        assertEquals(EMPTY, rig.card.read32(INBOUND), "no frame before the boot is over");
        assertEquals(0, rig.card.readConfiguration(0x10, 4));
        assertEquals(0, rig.card.readConfiguration(0x04, 2));
        assertEquals(0, rig.card.readConfiguration(0x3C, 1));
        assertEquals(0, rig.card.read32(0x34));
        rig.awaitBoot();
        assertEquals(RESET, rig.state());
        long refused = rig.card.registers().refusedOutbound();
        rig.card.write32(OUTBOUND, CardRig.address(CardRig.REPLIES_AT));
        assertEquals(refused + 1, rig.card.registers().refusedOutbound(), "no reply frames before OutboundInit");
        rig.outboundInit();
        assertEquals(HOLD, rig.state());
    }

    @Test
    void slotThatIsMovedToOtherMemoryIsFoundThere() {
        MemorySegment other = Arena.ofAuto().allocate(0x1000, 4096);
        assertEquals(RESET, rig.state());
        rig.replace(List.of(new HostMemorySlot(CardRig.MEMORY_BASE, rig.memory), new HostMemorySlot(0x4000_0000L, other)));
        rig.post(0x0009_0001, 0xA000_1000, 0, 0, 0, 0, 0x4000_0000, 0, 88);
        CardRig.await("the status block", () -> other.get(CardRig.WORD, 84) >>> 24 == 0xFF);
        other.fill((byte) 0);
        rig.replace(List.of(new HostMemorySlot(CardRig.MEMORY_BASE, rig.memory), new HostMemorySlot(0x5000_0000L, other)));
        long before = refusedTransfers();
        rig.post(0x0009_0001, 0xA000_1000, 0, 0, 0, 0, 0x4000_0000, 0, 88);
        CardRig.await("a refusal", () -> refusedTransfers() == before + 1);
        assertEquals(0, other.get(CardRig.WORD, 84));
        rig.post(0x0009_0001, 0xA000_1000, 0, 0, 0, 0, 0x5000_0000, 0, 88);
        CardRig.await("the status block", () -> other.get(CardRig.WORD, 84) >>> 24 == 0xFF);
    }

    private long refusedTransfers() {
        return rig.tasks.call(() -> rig.card.iop().kernel().counters().get(Counter.TRANSFERS_REFUSED));
    }

    @Test
    void replyFramesThatGoWithTheirMemoryAreForgottenAndOthersTaken() {
        rig.outboundInit();
        rig.replace(List.of());
        assertEquals(1, rig.tasks.call(() -> rig.card.replyFramesLost()));
        rig.post(HRT_GET);
        CardRig.await("the request to be done", () -> rig.tasks.call(() -> rig.card.iop().kernel().counters()
            .get(Counter.REPLIES_WAITED)) == 1);
        rig.card.write32(OUTBOUND, CardRig.address(CardRig.REPLIES_AT));
        assertEquals(1, rig.card.registers().refusedOutbound());
        rig.replace(List.of(new HostMemorySlot(CardRig.MEMORY_BASE, rig.memory)));
        rig.card.write32(OUTBOUND, CardRig.address(CardRig.REPLIES_AT));
        List<Integer> reply = rig.reply();
        assertEquals(0xA8, reply.get(1) >>> 24);
        assertNotEquals(0, reply.get(4) >>> 24, "its buffer was gone");
    }

    @Test
    void mapThatIsTheSameAgainDisturbsNothing() {
        rig.outboundInit();
        int version = rig.bus.version();
        rig.replace(List.of(new HostMemorySlot(CardRig.MEMORY_BASE, rig.memory.asSlice(0))));
        assertEquals(version, rig.bus.version());
        assertEquals(0, rig.tasks.call(() -> rig.card.replyFramesLost()));
    }

    @Test
    void slotsThatNoAddressCanStandForAreLeftOutAndCounted() {
        MemorySegment page = Arena.ofAuto().allocate(0x1000, 4096);
        rig.replace(List.of(new HostMemorySlot(CardRig.MEMORY_BASE, rig.memory), new HostMemorySlot(1L << 32, page),
            new HostMemorySlot(-4096, page), new HostMemorySlot(CardRig.MEMORY_BASE + 0x800, page),
            new HostMemorySlot(CardRig.CARD_MEMORY, page), new HostMemorySlot(0xFFFF_F800L, page)));
        assertEquals(4, rig.slots.unreachable());
        assertEquals(RESET, rig.state(), "the others work");
        rig.post(0x0009_0001, 0xA000_1000, 0, 0, 0, 0, 0xFFFF_FF00, 0, 88);
        CardRig.await("the status block", () -> page.get(CardRig.WORD, 0x700 + 84) >>> 24 == 0xFF);
    }

    @Test
    void randomAccessesNeitherThrowNorStopTheIop() {
        long seed = Long.getLong("spine.seed", 20_261_122L);
        System.out.println("spine.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        rig.outboundInit();
        for (int i = 0; i < 50_000; i++) {
            int offset = switch (random.nextInt(4)) {
                case 0 -> random.nextInt(0x30, 0x48);
                case 1 -> random.nextInt(0x1100);
                case 2 -> random.nextInt(rig.card.windowBytes());
                default -> random.nextInt();
            };
            int size = random.nextInt(8) == 0 ? random.nextInt() : 1 << random.nextInt(4);
            if (random.nextBoolean()) {
                rig.card.read(offset, size);
            } else {
                rig.card.write(offset, size, random.nextBoolean() ? random.nextInt(0x1000, 0x3000) & -4 : random.nextLong());
            }
            rig.card.readConfiguration(random.nextInt(300) - 20, random.nextInt(8));
            rig.card.writeConfiguration(random.nextInt(300) - 20, random.nextInt(), random.nextInt(8));
        }
        rig.card.reset();
        rig.awaitBoot();
        assertEquals(RESET, rig.state());
    }
}
