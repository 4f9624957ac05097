package dev.spine.device.nic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.param.BlockStatus;
import dev.spine.i2o.param.FieldValue;
import dev.spine.i2o.param.LanGroups;
import dev.spine.i2o.param.LanStatisticsGroups;
import dev.spine.i2o.param.OperationList;
import dev.spine.i2o.param.ParameterAccess;
import dev.spine.i2o.param.ParameterGroup;
import dev.spine.i2o.param.ParameterRow;
import dev.spine.i2o.param.ParameterSet;
import dev.spine.i2o.param.ResultList;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** The groups of a LAN port that drivers ask for beside those that {@link NicStateTest} sets and reads. */
class NicGroupsTest {
    static final List<ParameterGroup> WITHOUT_A_MEANING_HERE = List.of(LanStatisticsGroups.SUPPORTED_OPTIONAL,
        LanStatisticsGroups.ETHERNET, LanStatisticsGroups.ETHERNET_SUPPORTED);
    static final List<ParameterGroup> ABSENT = List.of(LanStatisticsGroups.OPTIONAL_TRANSMIT, LanStatisticsGroups.OPTIONAL_RECEIVE,
        LanStatisticsGroups.OPTIONAL_CHECKSUM, LanStatisticsGroups.ETHERNET_OPTIONAL, LanStatisticsGroups.TOKEN_RING,
        LanStatisticsGroups.TOKEN_RING_SUPPORTED, LanStatisticsGroups.FDDI, LanStatisticsGroups.FDDI_SUPPORTED,
        LanStatisticsGroups.FIBRE_CHANNEL_SUPPORTED);
    private static final int ROOM = 1024;

    private final NicRig rig = new NicRig();
    private final ParameterSet set = new ParameterSet();

    private ResultList.Block run(OperationList list) {
        if (set.groups().size() == 1) {
            rig.nic.addTo(set);
        }
        byte[] operations = list.octets().toArray();
        MemorySegment result = MemorySegment.ofArray(new byte[ROOM]);
        int bytes = new ParameterAccess(set).set(MemorySegment.ofArray(operations), 0, operations.length, result, 0, ROOM).resultBytes();
        return ResultList.parse(result, 0, bytes).blocks().getFirst();
    }

    @ParameterizedTest
    @FieldSource("WITHOUT_A_MEANING_HERE")
    void statisticsThatASimulatedWireCannotHaveReadZero(ParameterGroup group) {
        rig.send(0, 60, 1);
        rig.step();
        ResultList.Block block = run(new OperationList().fieldGet(group));
        assertTrue(block.isSuccess());
        ParameterRow row = group.readScalar(block.data());
        group.fields().forEach(field -> assertEquals(0, row.number(field.name()), field.name()));
    }

    @ParameterizedTest
    @FieldSource("ABSENT")
    void statisticsThatNoMaskNamesAreNotThere(ParameterGroup group) {
        assertEquals(BlockStatus.INVALID_GROUP_ID, run(new OperationList().fieldGet(group)).status());
    }

    @Test
    void anAlternateAddressIsReceivedToo() {
        long address = 0x02_00_00_00_00_77L;
        rig.postBuckets(0, 2);
        rig.arrive(address, 1, 60);
        rig.step();
        assertEquals(2, rig.nic.postedBuckets());
        FieldValue row = new FieldValue(Octets.of((byte) 2, (byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) 0x77, (byte) 0, (byte) 0));
        ResultList.Block added = run(new OperationList().rowAdd(LanGroups.ALTERNATE_ADDRESSES, List.of(row)));
        assertTrue(added.isSuccess(), BlockStatus.name(added.status()));
        ResultList.Block read = run(new OperationList().tableGet(LanGroups.ALTERNATE_ADDRESSES));
        assertFalse(LanGroups.ALTERNATE_ADDRESSES.readTable(read.data()).isEmpty());
        rig.arrive(address, 2, 60);
        rig.step();
        assertEquals(1, rig.nic.postedBuckets());
    }
}
