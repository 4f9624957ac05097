package dev.spine.i2o.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.fuzz.Fuzz;
import dev.spine.i2o.param.BlockStatus;
import dev.spine.i2o.param.FieldValue;
import dev.spine.i2o.param.GenericGroups;
import dev.spine.i2o.param.GroupValues;
import dev.spine.i2o.param.LanGroups;
import dev.spine.i2o.param.ParameterAccess;
import dev.spine.i2o.param.ParameterGroup;
import dev.spine.i2o.param.ParameterGroups;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.param.ResultList;
import dev.spine.i2o.param.ScalarValues;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Any operation list is answered within the buffer, and any result list can be read. */
class ParameterFuzzTest {
    private static final ValueLayout.OfShort HALF = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int[] GROUPS = {0x0002, 0x0004, 0xF000, 0xF003, 0xF006, 0xF100, 0x1234};
    private static final int RESULT_BYTES = 512;
    private static final byte UNTOUCHED = 0x5A;

    /** A table of up to eight rows. */
    private static final class Rows implements GroupValues {
        private int rows = 3;

        @Override
        public int rowCount() {
            return rows;
        }

        @Override
        public FieldValue read(int row, int field) {
            assertTrue(row >= 0 && row < rows);
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

    private final Fuzz operations = Fuzz.over(ParameterFuzzTest.class, "parameters").generating(ParameterFuzzTest::operationList);
    private final Fuzz results = Fuzz.over(ParameterFuzzTest.class, "results");

    @Test
    void anyOperationListIsAnsweredWithinTheBuffer() {
        operations.briefly(ParameterFuzzTest::answer);
    }

    @Test
    @Tag("full")
    void anyOperationListIsAnsweredWithinTheBufferForLong() {
        operations.atLength(ParameterFuzzTest::answer);
    }

    @Test
    void anyResultListCanBeRead() {
        results.briefly(ParameterFuzzTest::read);
    }

    @Test
    @Tag("full")
    void anyResultListCanBeReadForLong() {
        results.atLength(ParameterFuzzTest::read);
    }

    private static byte[] operationList(Random random) {
        byte[] bytes = new byte[4 + 2 * random.nextInt(60)];
        MemorySegment list = MemorySegment.ofArray(bytes);
        for (int at = 0; at + 2 <= bytes.length; at += 2) {
            list.set(HALF, at, (short) switch (random.nextInt(5)) {
                case 0 -> GROUPS[random.nextInt(GROUPS.length)];
                case 1, 2 -> random.nextInt(12);
                case 3 -> 0xFFFF;
                default -> random.nextInt();
            });
        }
        list.set(HALF, 0, (short) (1 + random.nextInt(4)));
        return bytes;
    }

    /** The first byte chooses function and room, so that all of the answer follows from the input. */
    private static Object answer(byte[] input) {
        ParameterSet set = new ParameterSet().add(LanGroups.MULTICAST_ADDRESSES, new Rows()).add(GenericGroups.USERS, new Rows())
            .add(GenericGroups.AUTHORIZED_USERS, new Rows())
            .add(new ScalarValues(GenericGroups.DEVICE_IDENTITY).octets("SerialNumber", () -> GenericGroups.serialNumber("1").octets()))
            .add(new ScalarValues(LanGroups.OPERATION).setting("PacketPrePad", () -> 0, value -> value % 2 == 0));
        ParameterAccess access = new ParameterAccess(set);
        int choice = input.length == 0 ? 0 : input[input.length - 1] & 0xFF;
        int room = choice < 0x80 ? RESULT_BYTES : choice & 0x7F;
        MemorySegment list = MemorySegment.ofArray(input);
        MemorySegment result = MemorySegment.ofArray(new byte[RESULT_BYTES]).fill(UNTOUCHED);
        ParameterAccess.Outcome outcome = (choice & 1) == 0 ? access.get(list, 0, input.length, result, 0, room)
            : access.set(list, 0, input.length, result, 0, room);
        assertTrue(outcome.resultBytes() <= room);
        assertTrue(List.of(0x00, 0x05, 0x06).contains(outcome.requestStatus()));
        for (int at = outcome.resultBytes(); at < RESULT_BYTES; at++) {
            assertEquals(UNTOUCHED, result.get(ValueLayout.JAVA_BYTE, at));
        }
        TreeSet<Integer> statuses = new TreeSet<>();
        ResultList.parse(result, 0, outcome.resultBytes()).blocks().forEach(block -> statuses.add(block.status()));
        return List.of(outcome.requestStatus(), outcome.detailedStatus(), statuses);
    }

    private static Object read(byte[] input) {
        ResultList list = ResultList.parse(MemorySegment.ofArray(input), 0, input.length);
        int values = 0;
        for (ResultList.Block block : list.blocks()) {
            assertTrue(block.data().size() + block.errorInformation().size() <= input.length);
            for (ParameterGroups groups : ParameterGroups.ALL) {
                for (ParameterGroup group : groups.groups()) {
                    values += group.kind() == ParameterGroup.Kind.SCALAR ? group.readScalar(block.data()).values().size()
                        : group.readTable(block.data()).size();
                }
            }
        }
        return List.of(list.blocks().size(), Math.min(values, 64),
            list.blocks().stream().map(ResultList.Block::status).distinct().toList());
    }
}
