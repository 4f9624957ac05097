package dev.spine.device.disk.store;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.spine.i2o.message.block.StorageStatus;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every store that can be written does, whatever keeps its bytes. */
abstract class StoreContract {
    static final int CAPACITY = 1 << 20;

    private final MemorySegment memory = Arena.ofAuto().allocate(CAPACITY);
    private Store store = MemoryStore.ofBytes(1);

    /** A new store of {@link #CAPACITY} zeros. */
    abstract Store create() throws Exception;

    @BeforeEach
    void open() throws Exception {
        store = create();
    }

    @AfterEach
    void close() {
        store.close();
    }

    private byte[] read(long address, int bytes) {
        assertEquals(StorageStatus.SUCCESS, store.read(address, memory, 0, bytes));
        return memory.asSlice(0, bytes).toArray(ValueLayout.JAVA_BYTE);
    }

    private void write(long address, byte[] data) {
        MemorySegment.copy(data, 0, memory, ValueLayout.JAVA_BYTE, 100, data.length);
        assertEquals(StorageStatus.SUCCESS, store.write(address, memory, 100, data.length));
    }

    private static byte[] random(long seed, int bytes) {
        byte[] data = new byte[bytes];
        new Random(seed).nextBytes(data);
        return data;
    }

    @Test
    void itHasItsCapacityAndCanBeWritten() {
        assertEquals(CAPACITY, store.capacityBytes());
        assertFalse(store.isReadOnly());
    }

    @Test
    void itBeginsWithZeros() {
        assertArrayEquals(new byte[CAPACITY], read(0, CAPACITY));
    }

    @Test
    void whatIsWrittenIsReadToTheLastByte() {
        byte[] first = random(1, 512);
        byte[] last = random(2, 512);
        write(0, first);
        write(CAPACITY - 512, last);
        assertArrayEquals(first, read(0, 512));
        assertArrayEquals(last, read(CAPACITY - 512, 512));
        assertArrayEquals(new byte[512], read(512, 512));
    }

    @Test
    void zerosAreWrittenWhereTheyBelong() {
        byte[] data = random(3, 65_536);
        write(0, data);
        assertEquals(StorageStatus.SUCCESS, store.zero(4608, 40_448));
        byte[] expected = data.clone();
        Arrays.fill(expected, 4608, 4608 + 40_448, (byte) 0);
        assertArrayEquals(expected, read(0, 65_536));
    }

    @Test
    void forceSucceedsAndChangesNothing() {
        byte[] data = random(4, 4096);
        write(8192, data);
        assertEquals(StorageStatus.SUCCESS, store.force());
        assertArrayEquals(data, read(8192, 4096));
    }

    @Test
    void itsMemoryIsTheMedium() {
        MemorySegment medium = store.memory();
        if (medium == null) {
            return;
        }
        assertEquals(CAPACITY, medium.byteSize());
        byte[] data = random(5, 512);
        write(1024, data);
        assertArrayEquals(data, medium.asSlice(1024, 512).toArray(ValueLayout.JAVA_BYTE));
        MemorySegment.copy(data, 0, medium, ValueLayout.JAVA_BYTE, 4096, 512);
        assertArrayEquals(data, read(4096, 512));
        assertEquals(StorageStatus.SUCCESS, store.force());
    }

    @Test
    void manyRandomWritesLeaveWhatAModelSays() {
        SplittableRandom random = new SplittableRandom(Long.getLong("spine.seed", 6));
        byte[] model = new byte[CAPACITY];
        for (int i = 0; i < 300; i++) {
            int at = random.nextInt(CAPACITY / 512) * 512;
            int bytes = Math.min(CAPACITY - at, (1 + random.nextInt(40)) * 512);
            if (random.nextInt(4) == 0) {
                assertEquals(StorageStatus.SUCCESS, store.zero(at, bytes));
                Arrays.fill(model, at, at + bytes, (byte) 0);
            } else {
                byte[] data = random(i, bytes);
                write(at, data);
                System.arraycopy(data, 0, model, at, bytes);
            }
        }
        assertArrayEquals(model, read(0, CAPACITY));
    }
}
