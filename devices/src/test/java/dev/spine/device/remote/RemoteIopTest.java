package dev.spine.device.remote;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.device.remote.RemoteCounters.Counter;
import dev.spine.iop.kernel.IopCounters;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** A card in another process, seen through its socket; and what is left when the client has gone: nothing. */
@Isolated("it counts the process's descriptors")
class RemoteIopTest {
    private static final int MEMORY_BYTES = 0x2_0000;
    private static final int EMPTY = -1;
    private static final int REPLIES = 0x8000;

    private List<String> descriptorsBefore;
    private long mappingsBefore;
    private RemoteRig rig;
    private RemoteClient client;
    private int memoryDescriptor;
    private MemorySegment memory;

    @BeforeEach
    void start() throws IOException {
        // Loads classes and what else opens files once.
        new RemoteRig(1_000).close();
        descriptorsBefore = RemoteRig.descriptors();
        mappingsBefore = RemoteRig.mappings();
        rig = new RemoteRig(2_000);
        client = new RemoteClient(rig.path);
        memoryDescriptor = NativeCalls.memory("spine-test", MEMORY_BYTES);
        memory = NativeCalls.map(memoryDescriptor, MEMORY_BYTES);
        client.memory(new long[][] {{0, MEMORY_BYTES, 0}}, memoryDescriptor);
        client.mapWindow();
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        client.close();
        rig.close();
        NativeCalls.unmap(memory);
        NativeCalls.close(memoryDescriptor);
        assertEquals(descriptorsBefore, RemoteRig.descriptors());
        assertEquals(mappingsBefore, RemoteRig.mappings());
        assertFalse(Files.exists(rig.path));
    }

    private void post(int... words) {
        int[] mfa = {EMPTY};
        RemoteRig.await("a frame", () -> {
            mfa[0] = client.read32(0x40);
            return mfa[0] != EMPTY;
        });
        for (int i = 0; i < words.length; i++) {
            client.write32(mfa[0] + 4 * i, words[i]);
        }
        client.write32(0x40, mfa[0]);
    }

    private int word(int offset) {
        return memory.get(ValueLayout.JAVA_INT, offset);
    }

    private int state() {
        memory.set(ValueLayout.JAVA_INT, 84, 0);
        post(0x0009_0001, 0xA000_1000, 0, 0, 0, 0, 0, 0, 88);
        RemoteRig.await("the status block", () -> word(84) >>> 24 == 0xFF);
        return word(8) >>> 16 & 0xFF;
    }

    private void outboundInit() {
        memory.set(ValueLayout.JAVA_INT, 0x200, 0);
        post(0x0008_0061, 0xA100_1000, 0, 0, 4096, 0x0080_0080, 0xD000_0004, 0x200);
        RemoteRig.await("the outbound queue", () -> word(0x200) == 4);
        for (int i = 0; i < 16; i++) {
            client.write32(0x44, REPLIES + 512 * i);
        }
    }

    private void hrtGet() {
        post(0x0006_0041, 0xA800_1000, 7, 8, 0xD000_0018, 0x1000);
    }

    private int reply() {
        int[] mfa = {EMPTY};
        RemoteRig.await("a reply", () -> {
            mfa[0] = client.read32(0x44);
            return mfa[0] != EMPTY;
        });
        client.write32(0x44, mfa[0]);
        return word(mfa[0] + 4) >>> 24;
    }

    @Test
    void configurationSpaceIsThatOfAnIop() {
        assertEquals(0x1AF4, client.configuration(3, 0, 0, 2));
        assertEquals(0x0E00, client.configuration(3, 0x0A, 0, 2));
        assertEquals(0x01, client.configuration(3, 0x09, 0, 1));
        client.configuration(2, 0x10, -1, 4);
        assertEquals(-rig.card.windowBytes() & 0xFFFF_FFFFL, client.configuration(3, 0x10, 0, 4));
        assertEquals(-1, client.configuration(3, 254, 0, 4));
        assertEquals(-1, client.configuration(3, 0, 0, 3));
        assertEquals(2, rig.count(Counter.STRAY_ACCESSES));
    }

    @Test
    void iopBootsAndAnswersIntoSharedMemory() {
        assertEquals(2, state());
        outboundInit();
        assertEquals(4, state());
        hrtGet();
        assertEquals(0xA8, reply());
        assertEquals(0x0004_0000, word(0x1000), "the table is there: no entries, of 4 words each");
    }

    @Test
    void accessesOutsideOfTheBarReadAllOnes() {
        assertEquals(-1, client.bar(5, RemoteClient.BAR - 4, 0, 4));
        assertEquals(-1, client.bar(5, RemoteClient.BAR + rig.card.windowBytes(), 0, 1));
        assertEquals(-1, client.bar(5, -4, 0, 8));
        assertEquals(-1, client.bar(5, RemoteClient.BAR, 0, 16));
        client.configuration(2, 0x04, 0, 2);
        assertEquals(-1, client.bar(5, RemoteClient.BAR + 0x30, 0, 4), "decoding is off");
        assertEquals(5, rig.count(Counter.STRAY_ACCESSES));
    }

    @Test
    void interruptComesByItsEventDescriptorAndAgainAfterAnAcknowledgementWithoutACure() {
        int irq = NativeCalls.eventDescriptor();
        int resample = NativeCalls.eventDescriptor();
        client.send(6, new byte[0], irq, resample);
        outboundInit();
        hrtGet();
        MemorySegment count = Arena.ofAuto().allocate(8, 8);
        assertTrue(client.awaitReadable(irq));
        assertEquals(8, NativeCalls.read(irq, count, 8));
        count.set(ValueLayout.JAVA_LONG, 0, 1);
        NativeCalls.write(resample, count, 8);
        assertTrue(client.awaitReadable(irq), "the reply still waits");
        NativeCalls.read(irq, count, 8);
        assertEquals(0xA8, reply());
        count.set(ValueLayout.JAVA_LONG, 0, 1);
        NativeCalls.write(resample, count, 8);
        RemoteRig.await("the acknowledgement to be read", () -> {
            client.configuration(3, 0, 0, 2);
            return !RemoteClient.isReadableNow(resample);
        });
        assertFalse(RemoteClient.isReadableNow(irq), "nothing waits any more");
        assertEquals(2, rig.count(Counter.INTERRUPTS));
        NativeCalls.close(irq);
        NativeCalls.close(resample);
    }

    @Test
    void resetBringsPowerOnState() {
        outboundInit();
        client.send(7, new byte[0]);
        assertEquals(0, client.answer());
        assertEquals(0, client.configuration(3, 0x10, 0, 4));
        client.mapWindow();
        assertEquals(2, state());
        assertEquals(1, rig.count(Counter.RESETS));
    }

    @Test
    void nextClientFindsTheCardAsAfterPowerOn() {
        outboundInit();
        assertEquals(4, state());
        client.close();
        client = new RemoteClient(rig.path);
        assertEquals(0, client.configuration(3, 0x10, 0, 4));
        client.memory(new long[][] {{0, MEMORY_BYTES, 0}}, memoryDescriptor);
        client.mapWindow();
        assertEquals(2, state());
        assertEquals(2, rig.count(Counter.CLIENTS));
    }

    @Test
    void sameFileIsMappedOnceHoweverOftenItsMapChanges() throws IOException {
        outboundInit();
        long mapped = RemoteRig.mappings();
        for (int i = 0; i < 50; i++) {
            client.memory(new long[][] {{0, 0xC000, 0}, {0x1_0000, 0x1_0000, 0x1_0000}}, memoryDescriptor, memoryDescriptor);
            client.memory(new long[][] {{0, MEMORY_BYTES, 0}}, memoryDescriptor);
        }
        assertEquals(4, state());
        assertEquals(mapped, RemoteRig.mappings());
        assertEquals(1, rig.count(Counter.MAPPINGS));
        hrtGet();
        assertEquals(0xA8, reply(), "reply frames that stayed where they were are still known");
    }

    @Test
    void memoryThatWasTakenAwayIsUnmappedAndNeverWrittenAgain() throws IOException {
        outboundInit();
        int other = NativeCalls.memory("spine-test", 4096);
        long before = RemoteRig.mappings();
        client.memory(new long[][] {{0x10_0000, 4096, 0}}, other);
        client.configuration(3, 0, 0, 2);
        assertEquals(before, RemoteRig.mappings(), "one came, one went");
        memory.fill((byte) 0);
        hrtGet();
        post(0x0009_0001, 0xA000_1000, 0, 0, 0, 0, 0, 0, 88);
        RemoteRig.await("a refusal", () -> rig.tasks.call(() -> rig.card.iop().kernel().counters()
            .get(IopCounters.Counter.TRANSFERS_REFUSED)) > 0);
        client.memory(new long[][] {{0, MEMORY_BYTES, 0}}, memoryDescriptor);
        assertEquals(4, state());
        assertEquals(0, word(0x1000));
        assertEquals(1, rig.tasks.call(() -> rig.card.replyFramesLost()));
        NativeCalls.close(other);
    }

    @Test
    void memoryThatCouldShrinkOrIsNoneIsRefused() throws IOException {
        Path file = Files.createTempFile("spine", "memory");
        Files.write(file, new byte[8192]);
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            client.memory(new long[][] {{0, 4096, 0}}, descriptorOf(file));
            client.memory(new long[][] {{0, 4096, 0}}, rig.directory.toFile().exists() ? client.socket : -1);
            client.memory(new long[][] {{0, 4096, MEMORY_BYTES}, {-4096, 4096, 0}, {0, Long.MAX_VALUE, 0}, {0, 4096, -1}, {0, 0, 0}},
                memoryDescriptor, memoryDescriptor, memoryDescriptor, memoryDescriptor, memoryDescriptor);
            client.configuration(3, 0, 0, 2);
            assertEquals(8192, open.length());
        }
        assertEquals(7, rig.count(Counter.REFUSED_MEMORY));
        Files.delete(file);
    }

    private static int descriptorOf(Path file) throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.filter(link -> {
                try {
                    return Files.readSymbolicLink(link).equals(file);
                } catch (IOException e) {
                    return false;
                }
            }).mapToInt(link -> Integer.parseInt(link.getFileName().toString())).findFirst().orElseThrow();
        }
    }

    @Test
    void socketOfAServerThatRunsIsNotTaken() {
        IOException taken = assertThrows(IOException.class, () -> new RemoteIopServer(rig.path, 1_000, line -> {}));
        assertTrue(taken.toString().contains("another process serves it"), taken.toString());
        assertNotEquals(0, client.configuration(3, 0, 0, 2));
    }
}
