package dev.spine.i2o.param;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.param.ParameterAccess.Outcome;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class ParameterAccessTest {
    private final Multicast multicast = new Multicast();
    private long prePad = 4;
    private final ParameterSet set = new ParameterSet()
        .add(new ScalarValues(GenericGroups.DEVICE_IDENTITY)
            .number("ClassID", ClassId.standard(DeviceClass.LAN).word()).number("OwnerTID", 0xFFF).number("ParentTID", 0xFFF)
            .text("VendorInfo", "Spine").number("SNFormat", GenericGroups.SerialNumberFormat.ASCII)
            .octets("SerialNumber", () -> GenericGroups.serialNumber("123456").octets()))
        .add(new ScalarValues(LanGroups.OPERATION)
            .setting("PacketPrePad", () -> prePad, this::setPrePad).number("UserFlags", 7))
        .add(LanGroups.MULTICAST_ADDRESSES, multicast);
    private final ParameterAccess access = new ParameterAccess(set);
    private final MemorySegment result = MemorySegment.ofArray(new byte[1024]);

    private boolean setPrePad(long value) {
        prePad = value <= 64 ? value : prePad;
        return value <= 64;
    }

    /** A table that anybody may change. */
    private static final class Multicast implements GroupValues {
        private final List<FieldValue> addresses = new ArrayList<>();

        @Override
        public int rowCount() {
            return addresses.size();
        }

        @Override
        public FieldValue read(int row, int field) {
            return addresses.get(row);
        }

        @Override
        public int addRow(List<FieldValue> values) {
            addresses.add(values.getFirst());
            return BlockStatus.SUCCESS;
        }

        @Override
        public int deleteRow(int row) {
            addresses.remove(row);
            return BlockStatus.SUCCESS;
        }

        @Override
        public int clear() {
            addresses.clear();
            return BlockStatus.SUCCESS;
        }
    }

    private static FieldValue address(int last) {
        return new FieldValue(Octets.of((byte) 1, (byte) 0, (byte) 0x5E, (byte) 0, (byte) 0, (byte) last, (byte) 0, (byte) 0));
    }

    private Outcome get(OperationList list, int room) {
        Octets octets = list.octets();
        return access.get(MemorySegment.ofArray(octets.toArray()), 0, octets.size(), result, 0, room);
    }

    private Outcome set(OperationList list, int room) {
        Octets octets = list.octets();
        return access.set(MemorySegment.ofArray(octets.toArray()), 0, octets.size(), result, 0, room);
    }

    private static OperationList prePadTo(int value) {
        return new OperationList().fieldSet(LanGroups.OPERATION, "PacketPrePad", FieldValue.number(value));
    }

    private Outcome getBytes(String hex, int room) {
        byte[] list = HexFormat.of().parseHex(hex.replace(" ", ""));
        return access.get(MemorySegment.ofArray(list), 0, list.length, result, 0, room);
    }

    private Outcome setBytes(String hex, int room) {
        byte[] list = HexFormat.of().parseHex(hex.replace(" ", ""));
        return access.set(MemorySegment.ofArray(list), 0, list.length, result, 0, room);
    }

    private String resultBytes(int count) {
        return Octets.read(result, 0, count).toString();
    }

    private ResultList.Block onlyBlock(int byteCount) {
        List<ResultList.Block> blocks = ResultList.parse(result, 0, byteCount).blocks();
        assertEquals(1, blocks.size());
        return blocks.getFirst();
    }

    @Test
    void theWorkedReadOfTheDeviceIdentity() {
        Outcome outcome = getBytes("01000000 010000F1 FFFF0000", 512);
        assertEquals(new Outcome(0, 0, 4 + 19 * 4), outcome);
        assertEquals("0100000013000000", resultBytes(8));
        ParameterRow values = GenericGroups.DEVICE_IDENTITY.readScalar(onlyBlock(80).data());
        assertEquals(0x00001020, values.number("ClassID"));
        assertEquals("Spine", values.text("VendorInfo"));
        assertEquals("06313233343536", values.octets("SerialNumber").toString().substring(0, 14));
        assertEquals("01000000010000F1FFFF0000",
            new OperationList().fieldGet(GenericGroups.DEVICE_IDENTITY).octets().toString().toUpperCase(Locale.ROOT));
    }

    @Test
    void fieldIndexFFFFMeansAllFieldsAsLinux2632AsksForThem() {
        assertEquals(new Outcome(0, 0, 80), getBytes("01000000 010000F1 0100FFFF", 512));
    }

    @Test
    void strayBytesAfterTheTemplateAreIgnored() {
        assertEquals(new Outcome(0, 0, 80), getBytes("01000000 010000F1 FFFF ABCD 1234", 512));
    }

    @Test
    void fieldsComeInTheOrderAskedFor() {
        assertEquals(new Outcome(0, 0, 16), getBytes("01000000 01000400 02000100 00000000", 512));
        assertEquals("01000000" + "03000000" + "07000000" + "04000000", resultBytes(16));
    }

    @Test
    void severalOperationsMakeSeveralBlocks() {
        OperationList list = new OperationList().fieldGet(LanGroups.OPERATION, "UserFlags").fieldGet(LanGroups.OPERATION, "PacketPrePad");
        Outcome outcome = get(list, 99);
        assertEquals(new Outcome(0, 0, 20), outcome);
        List<ResultList.Block> blocks = ResultList.parse(result, 0, 20).blocks();
        assertEquals(List.of(7L, 4L), blocks.stream().map(block -> new FieldValue(block.data()).number()).toList());
    }

    @Test
    void aMissingGroupIsAnError() {
        Outcome outcome = getBytes("01000000 01000900 FFFF0000", 512);
        assertEquals(new Outcome(0x05, 0x0011, 16), outcome);
        assertEquals("01000000" + "03000802" + "01000900" + "FFFF0000", resultBytes(16).toUpperCase(Locale.ROOT));
        assertEquals(BlockStatus.INVALID_GROUP_ID, onlyBlock(16).status());
        assertEquals(8, onlyBlock(16).errorInformation().size());
    }

    @Test
    void anErrorBesideASuccessIsAPartialTransfer() {
        Outcome outcome = get(new OperationList().fieldGet(LanGroups.DEVICE_INFO).fieldGet(LanGroups.OPERATION), 512);
        assertEquals(0x06, outcome.requestStatus());
        assertEquals(0x0011, outcome.detailedStatus());
        assertEquals(List.of(BlockStatus.INVALID_GROUP_ID, BlockStatus.SUCCESS),
            ResultList.parse(result, 0, outcome.resultBytes()).blocks().stream().map(ResultList.Block::status).toList());
    }

    @Test
    void anUnknownFieldIsAnError() {
        assertEquals(0x05, getBytes("01000000 01000400 01000500", 512).requestStatus());
        assertEquals(BlockStatus.NO_SUCH_FIELD, onlyBlock(16).status());
    }

    @Test
    void aResultThatDoesNotFitIsCutAndSaysSo() {
        Outcome outcome = getBytes("01000000 010000F1 FFFF0000", 66);
        assertEquals(new Outcome(0x06, 0x0018, 66), outcome);
        ResultList.Block block = onlyBlock(66);
        assertEquals(BlockStatus.BUFFER_FULL, block.status());
        assertFalse(block.isSuccess());
        assertEquals("Spine", GenericGroups.DEVICE_IDENTITY.readScalar(block.data()).text("VendorInfo"));
        assertFalse(GenericGroups.DEVICE_IDENTITY.readScalar(block.data()).has("SNFormat"));
    }

    @Test
    void aBufferMadeToMeasureNeedsNoRoomForPadding() {
        assertEquals(new Outcome(0, 0, 9), getBytes("01000000 010000F1 01000700", 9));
        assertEquals("010000000200000002", resultBytes(9));
        assertEquals(1, onlyBlock(9).data().size());
    }

    @Test
    void aBufferTooSmallForAnythingIsAnError() {
        for (int room = 0; room < 8; room++) {
            assertEquals(new Outcome(0x05, 0x0011, Math.min(room, 4)), getBytes("01000000 010000F1 FFFF0000", room));
        }
    }

    @Test
    void aTableIsReadRowByRowAndCutAtARow() {
        for (int i = 0; i < 5; i++) {
            multicast.addresses.add(address(i));
        }
        OperationList list = new OperationList().tableGet(LanGroups.MULTICAST_ADDRESSES);
        assertEquals(new Outcome(0, 0, 52), get(list, 512));
        assertEquals(5, LanGroups.MULTICAST_ADDRESSES.readTable(onlyBlock(52).data()).size());
        assertEquals(new Outcome(0x06, 0x0018, 28), get(list, 30));
        assertEquals("01000000" + "06000300" + "02000100", resultBytes(12));
    }

    @Test
    void aRowIsFoundByItsKey() {
        multicast.addresses.addAll(List.of(address(1), address(2)));
        assertEquals(new Outcome(0, 0, 20), get(new OperationList().listGet(LanGroups.MULTICAST_ADDRESSES, address(2)), 512));
        ParameterRow row = LanGroups.MULTICAST_ADDRESSES.readTable(onlyBlock(20).data()).getFirst();
        assertEquals(address(2).octets(), row.octets("MulticastAddress"));
        assertEquals(0x05, get(new OperationList().listGet(LanGroups.MULTICAST_ADDRESSES, address(3)), 512).requestStatus());
        assertEquals(BlockStatus.BAD_KEY_ABORTED, onlyBlock(24).status());
    }

    @Test
    void theGroupsOfAnObjectAreListed() {
        Outcome outcome = get(new OperationList().tableGet(GenericGroups.GROUP_DESCRIPTORS), 512);
        List<ParameterRow> rows = GenericGroups.GROUP_DESCRIPTORS.readTable(onlyBlock(outcome.resultBytes()).data());
        assertEquals(List.of(0x0002L, 0x0004L, 0xF000L, 0xF100L), rows.stream().map(row -> row.number("GroupNumber")).toList());
        assertEquals(List.of(0xFL, 0L, 1L, 0L), rows.stream().map(row -> row.number("Properties")).toList());
        assertEquals(4, rows.get(2).number("RowCount"));
        assertEquals(9, rows.get(3).number("FieldCount"));
    }

    @Test
    void aFieldIsSet() {
        assertEquals(new Outcome(0, 0, 8), set(prePadTo(2), 512));
        assertEquals(2, prePad);
    }

    @Test
    void aSetNeedsNoResultBuffer() {
        assertEquals(new Outcome(0, 0, 0), set(prePadTo(2), 0));
        assertEquals(new Outcome(0x05, 0x0011, 0),
            set(new OperationList().fieldSet(LanGroups.OPERATION, "UserFlags", FieldValue.number(2)), 0));
    }

    @Test
    void nothingIsSetIfOneFieldCannotBe() {
        assertEquals(0x05, setBytes("01000000 06000400 0200 0000 0100 09000000 09000000 0000", 512).requestStatus());
        assertEquals(BlockStatus.FIELD_UNWRITEABLE, onlyBlock(16).status());
        assertEquals(4, prePad);
    }

    @Test
    void aValueThatTheDeviceRefusesIsAnError() {
        set(prePadTo(65), 512);
        assertEquals(BlockStatus.OPERATION_ERROR, onlyBlock(16).status());
        assertEquals(4, prePad);
    }

    @Test
    void aReadMessageModifiesNothing() {
        assertEquals(0x05, get(prePadTo(2), 512).requestStatus());
        assertEquals(BlockStatus.INVALID_OPERATION, onlyBlock(16).status());
        assertEquals(4, prePad);
    }

    @Test
    void theMulticastListOfLinuxIsClearedAndFilled() {
        multicast.addresses.add(address(9));
        Outcome outcome = setBytes("02000000 0A000200 08000200 FFFF 0200 01005E0000010000 01005E0000020000", 0);
        assertEquals(0, outcome.requestStatus());
        assertEquals(List.of(address(1), address(2)), multicast.addresses);
    }

    @Test
    void theMulticastRowOfNetBsdCarriesARowNumber() {
        Outcome outcome = setBytes("01000000 08000200 0100 0000 0100 0700 01005E0000030000", 0);
        assertEquals(0, outcome.requestStatus());
        assertEquals(List.of(address(3)), multicast.addresses);
    }

    @Test
    void theClearOfNetBsdHasMoreWordsThanItNeeds() {
        multicast.addresses.add(address(9));
        assertEquals(new Outcome(0, 0, 8), setBytes("01000000 0A000200 00000000", 512));
        assertTrue(multicast.addresses.isEmpty());
    }

    @Test
    void rowsAreAddedAndRemovedByTheInitiator() {
        set(new OperationList().rowAdd(LanGroups.MULTICAST_ADDRESSES, List.of(address(1)))
            .rowAdd(LanGroups.MULTICAST_ADDRESSES, List.of(address(2))).rowDelete(LanGroups.MULTICAST_ADDRESSES, address(1)), 512);
        assertEquals(List.of(address(2)), multicast.addresses);
        set(new OperationList().rowDelete(LanGroups.MULTICAST_ADDRESSES, address(1)), 512);
        assertEquals(BlockStatus.BAD_KEY_ABORTED, onlyBlock(24).status());
        set(new OperationList().tableClear(LanGroups.MULTICAST_ADDRESSES), 512);
        assertTrue(multicast.addresses.isEmpty());
    }

    @Test
    void aTableThatOnlyItsDeviceChangesStaysAsItIs() {
        set(new OperationList().tableClear(GenericGroups.GROUP_DESCRIPTORS), 512);
        assertEquals(BlockStatus.NON_DYNAMIC_GROUP, onlyBlock(16).status());
    }

    @Test
    void scalarAndTableOperationsDoNotMix() {
        get(new OperationList().tableGet(LanGroups.OPERATION), 512);
        assertEquals(BlockStatus.WRONG_GROUP_TYPE, onlyBlock(16).status());
        get(new OperationList().fieldGet(LanGroups.MULTICAST_ADDRESSES), 512);
        assertEquals(BlockStatus.WRONG_GROUP_TYPE, onlyBlock(16).status());
    }

    @Test
    void operationsWithoutAPublicTemplateAreInvalid() {
        for (String code : new String[] {"0300", "0400", "0B00", "0000"}) {
            setBytes("01000000" + code + "0400 FFFF0000", 512);
            assertEquals(BlockStatus.INVALID_OPERATION, onlyBlock(16).status());
        }
    }

    @Test
    void aListThatIsCutEndsWithAnError() {
        for (String list : new String[] {"", "0100", "01000000", "01000000 0100", "01000000 01000400", "01000000 01000400 0200 0000",
            "01000000 05000200 0200", "01000000 02000200 FFFF 0100", "00000000"}) {
            Outcome outcome = getBytes(list, 512);
            assertEquals(0x05, outcome.requestStatus(), list);
            assertEquals(BlockStatus.OPERATION_ERROR, onlyBlock(outcome.resultBytes()).status(), list);
        }
    }

    @Test
    void whatWasDoneBeforeTheListWasCutIsReported() {
        Outcome outcome = getBytes("05000000 01000400 FFFF0000", 512);
        assertEquals(new Outcome(0x06, 0x0011, 4 + 24 + 12), outcome);
    }

    @Test
    void allFieldsOfAScalarGroup() {
        assertEquals(new Outcome(0, 0, 4 + 4 + 5 * 4), get(new OperationList().fieldGet(LanGroups.OPERATION), 512));
    }

    @Test
    void aGroupIsDeclaredOnce() {
        assertThrows(IllegalArgumentException.class, () -> set.add(new ScalarValues(LanGroups.OPERATION)));
        assertThrows(IllegalArgumentException.class, () -> new ScalarValues(LanGroups.MULTICAST_ADDRESSES));
        assertThrows(IllegalArgumentException.class, () -> LanGroups.OPERATION.indexOf("Nothing"));
        assertEquals(4, set.groups().size());
    }
}
