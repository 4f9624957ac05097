package dev.spine.iop.executive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.ClaimType;
import dev.spine.i2o.message.EventData;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.UtilClaim;
import dev.spine.i2o.message.UtilEventRegister;
import dev.spine.i2o.message.UtilParams;
import dev.spine.i2o.message.exec.ExecIopReset;
import dev.spine.i2o.message.exec.ExecSwTransfer;
import dev.spine.i2o.message.exec.SoftwareType;
import dev.spine.i2o.param.BlockStatus;
import dev.spine.i2o.param.ExecutiveCodes;
import dev.spine.i2o.param.ExecutiveGroups;
import dev.spine.i2o.param.FieldValue;
import dev.spine.i2o.param.GenericGroups;
import dev.spine.i2o.param.OperationList;
import dev.spine.i2o.param.ParameterGroup;
import dev.spine.i2o.param.ParameterRow;
import dev.spine.i2o.param.ResultList;
import dev.spine.i2o.param.SensorCodes;
import dev.spine.i2o.sgl.SglElement.Simple;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.i2o.table.ModuleLayouts;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What the groups of the executive, and those that every object has, say of an IOP with one adapter and one device. */
class ExecutiveGroupsTest {
    private static final int LIST_AT = 0x3000;
    private static final int RESULT_AT = 0x4000;
    private static final int RESULT_BYTES = 0x1000;
    private static final int ADAPTER_ID = 1;

    private final HostSide host = new HostSide(ExecutiveSettings.STANDARD.withAdapters(
        List.of(HardwareResourceTable.Entry.pci(ADAPTER_ID, HostSide.DEVICE_TID, 2, 3, 0, 0x1234, 0x5678)))).in(IopState.OPERATIONAL);

    private ResultList.Block get(int tid, OperationList operations) {
        operations.emit(host.memory.memory(), LIST_AT);
        host.memory.memory().asSlice(RESULT_AT, RESULT_BYTES).fill((byte) 0);
        host.ask(tid, new UtilParams(UtilParams.GET, 0, List.of(Simple.from(host.address(LIST_AT), operations.sizeBytes()),
            Simple.into(host.address(RESULT_AT), RESULT_BYTES))));
        return ResultList.parse(host.memory.memory(), RESULT_AT, RESULT_BYTES).blocks().getFirst();
    }

    private ParameterRow row(int tid, ParameterGroup group) {
        ResultList.Block block = get(tid, new OperationList().fieldGet(group));
        assertTrue(block.isSuccess(), () -> group + ": " + BlockStatus.name(block.status()));
        return group.readScalar(block.data());
    }

    private List<ParameterRow> rows(int tid, ParameterGroup group) {
        ResultList.Block block = get(tid, new OperationList().tableGet(group));
        assertTrue(block.isSuccess(), () -> group + ": " + BlockStatus.name(block.status()));
        return group.readTable(block.data());
    }

    private int set(OperationList operations) {
        operations.emit(host.memory.memory(), LIST_AT);
        return host.ask(Tid.EXECUTIVE,
            new UtilParams(UtilParams.SET, 0, List.of(Simple.from(host.address(LIST_AT), operations.sizeBytes())))).requestStatus();
    }

    @Test
    void aDeviceNamesItsAdapterItsModuleAndItsLimits() {
        assertEquals(0, rows(HostSide.DEVICE_TID, GenericGroups.PHYSICAL_DEVICE).size(), "the table of the settings is not its own");
        assertEquals(0, rows(HostSide.DEVICE_TID, GenericGroups.CLAIMED_DEVICES).size());
        ParameterRow module = row(HostSide.DEVICE_TID, GenericGroups.DDM_IDENTITY);
        assertEquals(HostSide.DEVICE_TID, module.number("DdmTID"));
        assertEquals("test0", module.text("ModuleName"));
        assertEquals("1.5", module.text("ModuleRevLevel"));
        ParameterRow limits = row(HostSide.DEVICE_TID, GenericGroups.SGL_OPERATING_LIMITS);
        assertTrue(limits.number("SglFragCount") > 0);
        assertEquals(limits.number("SglFragCountMax"), limits.number("SglFragCount"));
        assertEquals(limits.number("SglChainSizeMax"), limits.number("SglChainSizeTarget"));
    }

    @Test
    void everyObjectHasTheSameGenericGroups() {
        for (int tid : new int[] {Tid.EXECUTIVE, HostSide.DEVICE_TID}) {
            List<Long> numbers = rows(tid, GenericGroups.GROUP_DESCRIPTORS).stream().map(row -> row.number("GroupNumber")).toList();
            for (ParameterGroup group : List.of(GenericGroups.GROUP_DESCRIPTORS, GenericGroups.PHYSICAL_DEVICE,
                GenericGroups.CLAIMED_DEVICES, GenericGroups.USERS, GenericGroups.AUTHORIZED_USERS, GenericGroups.DEVICE_IDENTITY,
                GenericGroups.DDM_IDENTITY, GenericGroups.USER_INFORMATION, GenericGroups.SGL_OPERATING_LIMITS)) {
                assertTrue(numbers.contains((long) group.number()), group + " of " + tid);
            }
        }
    }

    @Test
    void anObjectWithoutAGroupSaysSo() {
        for (ParameterGroup group : List.of(GenericGroups.PRIVATE_MESSAGE_EXTENSIONS, GenericGroups.SENSORS)) {
            assertEquals(BlockStatus.INVALID_GROUP_ID, get(HostSide.DEVICE_TID, new OperationList().tableGet(group)).status());
        }
        assertEquals(BlockStatus.INVALID_GROUP_ID,
            get(Tid.EXECUTIVE, new OperationList().fieldGet(GenericGroups.CONFIGURATION_CONTROL)).status());
    }

    @Test
    void theExecutiveListsItsModules() {
        List<ParameterRow> modules = rows(Tid.EXECUTIVE, ExecutiveGroups.EXECUTING_DDMS);
        ParameterRow device = modules.stream().filter(row -> row.number("DdmTID") == HostSide.DEVICE_TID).findFirst().orElseThrow();
        assertEquals("test0", device.text("ModuleName"));
        assertEquals(ExecutiveCodes.ModuleType.EMBEDDED, device.number("ModuleType"));
    }

    @Test
    void theExecutiveListsWhatHostsHaveStored() {
        assertEquals(72, ModuleLayouts.IMAGE_HEADER.sizeBytes());
        byte[] image = new byte[80];
        image[8] = 7;
        image[10] = 11;
        System.arraycopy("2026".getBytes(java.nio.charset.StandardCharsets.US_ASCII), 0, image, 12, 4);
        System.arraycopy("stored".getBytes(java.nio.charset.StandardCharsets.US_ASCII), 0, image, 48, 6);
        Octets.of(image).writePadded(host.memory.memory(), LIST_AT, image.length);
        host.ask(new ExecSwTransfer(ExecSwTransfer.DOWNLOAD, 1, 1, SoftwareType.DDM, 0, image.length, 5, 0x1B,
            List.of(Simple.from(host.address(LIST_AT), image.length))));
        ParameterRow store = row(Tid.EXECUTIVE, ExecutiveGroups.DRIVER_STORE);
        assertEquals(1, store.number("ModuleCount"));
        assertEquals(image.length, store.number("CurrentSpace"));
        ParameterRow module = rows(Tid.EXECUTIVE, ExecutiveGroups.DRIVER_STORE_TABLE).getFirst();
        assertEquals(5, module.number("ModuleID"));
        assertEquals(0x1B, module.number("I2oVendorID"));
        assertEquals("stored", module.text("ModuleName"));
        assertEquals(7, module.number("DateDay"));
        assertEquals(11, module.number("DateMonth"));
        assertEquals("2026", module.octets("DateYear").text());
        assertEquals(image.length, module.number("ModuleSize"));
    }

    @Test
    void theExecutiveTellsItsBusesItsAdaptersAndItsSoftware() {
        List<ParameterRow> buses = rows(Tid.EXECUTIVE, ExecutiveGroups.BUS_ATTRIBUTES);
        assertEquals(List.of((long) ExecutiveCodes.BusAttributes.SYSTEM_BUS, (long) ExecutiveCodes.BusAttributes.PRIVATE),
            buses.stream().map(bus -> bus.number("BusAttributes")).toList());
        assertEquals(HardwareResourceTable.BusType.PCI, buses.getFirst().number("BusType"));
        assertEquals(1, buses.getFirst().number("AdapterCount"));

        ParameterRow adapter = rows(Tid.EXECUTIVE, ExecutiveGroups.HARDWARE_RESOURCE_TABLE).getFirst();
        assertEquals(ADAPTER_ID, adapter.number("AdapterID"));
        assertEquals(HostSide.DEVICE_TID, adapter.number("StateInfo") & 0xFFF);
        assertEquals(0x5678_1234L, adapter.number("PhysicalLocation") >>> 32, "device and vendor of the function");

        ParameterRow software = row(Tid.EXECUTIVE, ExecutiveGroups.SOFTWARE_ATTRIBUTES);
        assertEquals(ExecutiveCodes.SoftwareCapabilities.IRTOS_I2O_COMPLIANT, software.number("SWCapabilities"));
        assertEquals(row(Tid.EXECUTIVE, ExecutiveGroups.IOP_HARDWARE).number("ProductID"), software.number("ProductID"));
    }

    @Test
    void theExecutiveTellsItsTablesRowByRow() {
        host.ask(HostSide.DEVICE_TID, new UtilClaim(0, ClaimType.PRIMARY));
        ParameterRow header = row(Tid.EXECUTIVE, ExecutiveGroups.LCT_SCALAR);
        assertEquals(host.iop.kernel().directory().changeIndicator(), header.number("CurrentChangeIndicator"));
        ParameterRow device = rows(Tid.EXECUTIVE, ExecutiveGroups.LCT_TABLE).get(1);
        assertEquals(HostSide.DEVICE_TID, device.number("LocalTID"));
        assertEquals(Tid.HOST, device.number("UserTID"));
        assertEquals(ClassId.ofSpine(DeviceClass.DISPLAY).word(), (int) device.number("ClassID"));
        assertEquals(0, rows(Tid.EXECUTIVE, ExecutiveGroups.SYSTEM_TABLE).size());
        assertEquals(0, rows(Tid.EXECUTIVE, ExecutiveGroups.EXTERNAL_CONNECTIONS).size());
        assertEquals(128, row(Tid.EXECUTIVE, ExecutiveGroups.MESSAGE_INTERFACE).number("InboundFrameSize"));
        assertEquals(4096, row(Tid.EXECUTIVE, ExecutiveGroups.EXECUTING_ENVIRONMENT).number("PageSize"));
    }

    // --- the sensor

    private ParameterRow sensor() {
        return rows(Tid.EXECUTIVE, GenericGroups.SENSORS).getFirst();
    }

    private int enable(int events) {
        return set(new OperationList().listSet(GenericGroups.SENSORS, FieldValue.number(0), "EventEnable", FieldValue.number(events)));
    }

    /** Makes the device keep that many requests, and so their frames. */
    private void keep(int requests) {
        for (int i = 0; i < requests; i++) {
            host.postWords(0x0005_0001, TestDevice.KEEP << 24 | 0x1000 | HostSide.DEVICE_TID, i, i, 0);
        }
        host.step();
    }

    private void release() {
        while (!host.device.kept.isEmpty()) {
            host.device.kept.removeFirst().finish();
        }
        host.step();
    }

    @Test
    void theSensorTellsHowManyFramesHoldMessages() {
        ParameterRow idle = sensor();
        assertEquals(SensorCodes.SensorState.NORMAL, idle.number("SensorState"));
        assertEquals(SensorCodes.Component.LOGIC_BOARD, idle.number("Component"));
        assertEquals(100, idle.number("MaximumReading"));
        keep(13);
        ParameterRow busy = sensor();
        assertTrue(busy.number("ActualReading") >= 81, () -> "reading " + busy.number("ActualReading"));
        assertEquals(SensorCodes.SensorState.HIGH_WARNING, busy.number("SensorState"));
        keep(1);
        assertEquals(SensorCodes.SensorState.HIGH, sensor().number("SensorState"));
        release();
        assertEquals(SensorCodes.SensorState.NORMAL, sensor().number("SensorState"));
        host.assertAllFramesFree(0);
    }

    @Test
    void theSensorReportsWhatTheHostHasEnabled() {
        host.post(new UtilEventRegister(EventIndicator.DEVICE_STATE));
        keep(13);
        release();
        host.assertNoReply();
        assertEquals(RequestStatus.SUCCESS, enable(SensorCodes.EventEnable.HIGH_WARNING));
        assertEquals(SensorCodes.EventEnable.HIGH_WARNING, sensor().number("EventEnable"));
        keep(13);
        MessageFrame event = Objects.requireNonNull(host.reply());
        assertEquals(EventIndicator.DEVICE_STATE, event.word(4));
        assertEquals(EventData.DeviceState.SENSOR_STATE_CHANGED, event.word(5));
        release();
        host.assertNoReply();
        assertEquals(RequestStatus.ERROR_NO_DATA_TRANSFER, enable(0x100), "no such event");
        assertFalse(sensor().number("EventEnable") == 0);
        host.post(new ExecIopReset(host.address(0x100), 0));
        host.in(IopState.OPERATIONAL);
        assertEquals(0, sensor().number("EventEnable"), "a reset enables nothing");
    }
}
