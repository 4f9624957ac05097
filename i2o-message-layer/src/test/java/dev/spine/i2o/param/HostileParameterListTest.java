package dev.spine.i2o.param;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.Seeded;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Operation lists and result lists of random words: plausible codes, lying counts. */
class HostileParameterListTest {
    private static final ValueLayout.OfShort HALF = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int[] GROUPS = {0x0000, 0x0001, 0x0002, 0x0004, 0xF000, 0xF003, 0xF006, 0xF100, 0xF101, 0xF103, 0x1234};

    /** A table that takes rows as they come, up to eight. */
    private static final class Rows implements GroupValues {
        private int rows = 3;

        @Override
        public int rowCount() {
            return rows;
        }

        @Override
        public FieldValue read(int row, int field) {
            return FieldValue.number(row);
        }

        @Override
        public int addRow(List<FieldValue> values) {
            rows = Math.min(8, rows + 1);
            return BlockStatus.SUCCESS;
        }

        @Override
        public int deleteRow(int row) {
            assertTrue(row >= 0 && row < rows);
            rows--;
            return BlockStatus.SUCCESS;
        }

        @Override
        public int clear() {
            rows = 0;
            return BlockStatus.SUCCESS;
        }
    }

    private static ParameterSet objectWithGroups() {
        ParameterSet set = new ParameterSet()
            .add(LanGroups.MULTICAST_ADDRESSES, new Rows()).add(GenericGroups.USERS, new Rows())
            .add(GenericGroups.AUTHORIZED_USERS, new Rows())
            .add(new ScalarValues(GenericGroups.DEVICE_IDENTITY).octets("SerialNumber", () -> GenericGroups.serialNumber("1").octets()))
            .add(new ScalarValues(LanGroups.OPERATION).setting("PacketPrePad", () -> 0, value -> value % 2 == 0));
        return set;
    }

    private static short plausible(Random random) {
        return (short) switch (random.nextInt(6)) {
            case 0 -> GROUPS[random.nextInt(GROUPS.length)];
            case 1, 2 -> random.nextInt(12);
            case 3 -> 0xFFFF;
            case 4 -> random.nextInt(4);
            default -> random.nextInt();
        };
    }

    @Test
    void anyOperationListIsAnsweredWithinItsBuffer() {
        Seeded.cases(30_000, random -> {
            ParameterAccess access = new ParameterAccess(objectWithGroups());
            int listBytes = Seeded.edgy(random, 96);
            MemorySegment list = MemorySegment.ofArray(new byte[listBytes]);
            for (int at = 0; at + 2 <= listBytes; at += 2) {
                list.set(HALF, at, plausible(random));
            }
            if (listBytes >= 2) {
                list.set(HALF, 0, (short) (1 + random.nextInt(4)));
            }
            int room = Seeded.edgy(random, 200);
            MemorySegment result = MemorySegment.ofArray(new byte[256]);
            result.fill((byte) 0x5A);
            ParameterAccess.Outcome outcome = random.nextBoolean()
                ? access.get(list, 0, listBytes, result, 0, room)
                : access.set(list, 0, listBytes, result, 0, room);
            assertTrue(outcome.resultBytes() <= room);
            assertTrue(List.of(0x00, 0x05, 0x06).contains(outcome.requestStatus()));
            for (int at = outcome.resultBytes(); at < 256; at++) {
                assertEquals((byte) 0x5A, result.get(ValueLayout.JAVA_BYTE, at));
            }
            for (ResultList.Block block : ResultList.parse(result, 0, outcome.resultBytes()).blocks()) {
                assertTrue(block.data().size() + block.errorInformation().size() <= room);
            }
        });
    }

    @Test
    void anyResultListCanBeRead() {
        Seeded.cases(30_000, random -> {
            int bytes = random.nextInt(128);
            MemorySegment memory = MemorySegment.ofArray(new byte[bytes]);
            for (int at = 0; at + 2 <= bytes; at += 2) {
                memory.set(HALF, at, random.nextInt(4) == 0 ? (short) random.nextInt() : (short) random.nextInt(20));
            }
            ResultList list = ResultList.parse(memory, 0, bytes);
            for (ResultList.Block block : list.blocks()) {
                ParameterRow values = GenericGroups.DEVICE_IDENTITY.readScalar(block.data());
                assertTrue(values.values().size() <= GenericGroups.DEVICE_IDENTITY.fields().size());
                assertTrue(GenericGroups.USERS.readTable(block.data()).size() * 8 <= block.data().size());
            }
        });
    }
}
