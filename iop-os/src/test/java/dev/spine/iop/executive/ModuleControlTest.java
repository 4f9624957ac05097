package dev.spine.iop.executive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.message.EventData;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.UtilClaim;
import dev.spine.i2o.message.UtilEventRegister;
import dev.spine.i2o.message.exec.AdapterSpace;
import dev.spine.i2o.message.exec.ExecAdapterAssign;
import dev.spine.i2o.message.exec.ExecAdapterRead;
import dev.spine.i2o.message.exec.ExecAdapterRelease;
import dev.spine.i2o.message.exec.ExecBiosInfoSet;
import dev.spine.i2o.message.exec.ExecBootDeviceSet;
import dev.spine.i2o.message.exec.ExecCommand;
import dev.spine.i2o.message.exec.ExecDdmModule;
import dev.spine.i2o.message.exec.ExecDdmTraffic;
import dev.spine.i2o.message.exec.ExecDeviceOwner;
import dev.spine.i2o.message.exec.ExecIopReset;
import dev.spine.i2o.message.exec.ExecLctNotify;
import dev.spine.i2o.message.exec.ExecPathTraffic;
import dev.spine.i2o.message.exec.ExecSysModify;
import dev.spine.i2o.sgl.SglElement;
import dev.spine.i2o.sgl.SglElement.Simple;
import dev.spine.i2o.table.HardwareResourceTable;
import dev.spine.i2o.table.LogicalConfigurationTable;
import dev.spine.i2o.table.SystemTable;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopCounters.Counter;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Device modules, adapters, the configuration table and the ways to other IOPs, under the host's hand. */
class ModuleControlTest {
    private static final int TID = HostSide.DEVICE_TID;
    private static final int TABLE_AT = 0x2000;
    private static final int OTHER_IOP = 7;

    private final HostSide host = new HostSide(ExecutiveSettings.STANDARD.withAdapters(
        List.of(HardwareResourceTable.Entry.pci(1, Tid.NONE, 2, 3, 0, 0x1234, 0x5678)))).in(IopState.OPERATIONAL);

    private void done(Request message) {
        MessageFrame reply = host.ask(message);
        assertEquals(0, reply.word(4), () -> message + ": " + reply);
    }

    private void refused(Request message, int detailedStatus, int errorOffset) {
        MessageFrame reply = host.ask(message);
        assertEquals(RequestStatus.TRANSACTION_ERROR << 24 | detailedStatus, reply.word(4));
        assertEquals(errorOffset, reply.word(5));
    }

    private LogicalConfigurationTable table() {
        done(new ExecLctNotify(-1, 0, List.of(Simple.into(host.address(TABLE_AT), 0x1000))));
        return LogicalConfigurationTable.parse(host.memory.memory(), TABLE_AT, 0x1000);
    }

    private MessageFrame use() {
        host.postWords(0x0005_0001, TestDevice.ANSWER << 24 | 0x1000 | TID, 1, 2, 3);
        return host.reply();
    }

    // --- the table

    @Test
    void whatTheBiosStoresIsInTheTable() {
        done(new ExecBiosInfoSet(TID, 0x5A));
        done(new ExecBootDeviceSet(TID));
        LogicalConfigurationTable table = table();
        assertEquals(TID, table.bootDeviceTid());
        assertEquals(0x5A, table.entries().get(1).biosInfo());
        refused(new ExecBiosInfoSet(0x30, 1), DetailedStatus.INVALID_PARAMETER, 16);
        refused(new ExecBootDeviceSet(0x30), DetailedStatus.INVALID_PARAMETER, 16);
        done(new ExecCommand(ExecCommand.CONFIG_VALIDATE));
    }

    @Test
    void anAssignedDeviceIsClaimedInTheNameOfTheModule() {
        int ddm = host.iop.install(new TestDevice());
        done(new ExecDeviceOwner(ExecDeviceOwner.ASSIGN, TID, ddm, 0, 0, 0));
        assertEquals(ddm, table().entries().get(1).userTid());
        MessageFrame reply = host.ask(new ExecDeviceOwner(ExecDeviceOwner.ASSIGN, TID, ddm, 0, 0, 0));
        assertEquals(RequestStatus.ERROR_NO_DATA_TRANSFER << 24 | DetailedStatus.DEVICE_LOCKED, reply.word(4));
        done(new ExecDeviceOwner(ExecDeviceOwner.RELEASE, TID, ddm, 0, 2, 0));
        assertEquals(Tid.NONE, table().entries().get(1).userTid());
        refused(new ExecDeviceOwner(ExecDeviceOwner.ASSIGN, TID, TID, 0, 0, 0), DetailedStatus.INVALID_PARAMETER, 16);
        refused(new ExecDeviceOwner(ExecDeviceOwner.ASSIGN, TID, ddm, 0, OTHER_IOP, 0), DetailedStatus.UNSUPPORTED_FUNCTION, 20);
    }

    // --- modules

    @Test
    void aSuspendedDeviceTakesUtilityMessagesOnlyUntilItIsEnabled() {
        host.post(new UtilEventRegister(EventIndicator.EXEC_DDM_AVAILABILITY));
        done(new ExecDdmModule(ExecDdmModule.SUSPEND, TID), EventData.DdmAvailability.NOT_RESPONDING << 12 | TID);
        MessageFrame failure = use();
        assertEquals(FailureCode.SERVICE_SUSPENDED, failure.requestStatus());
        assertTrue(failure.isFail());
        host.returnPreserved(failure);
        assertEquals(0, host.ask(TID, new UtilClaim(0, 1)).word(4));
        assertEquals(List.of("attach", "enable", "quiesce"), host.device.life);
        done(new ExecDdmTraffic(ExecDdmTraffic.ENABLE, TID, 0, 0), EventData.DdmAvailability.RESPONDS << 12 | TID);
        assertEquals(0, use().requestStatus());
        assertEquals(1, host.iop.kernel().counters().get(Counter.SUSPENDED_REQUESTS));
        done(new ExecDdmTraffic(ExecDdmTraffic.QUIESCE, TID, 2, 0), EventData.DdmAvailability.NOT_RESPONDING << 12 | TID);
        done(new ExecDdmTraffic(ExecDdmTraffic.RESET, TID, 2, 0), EventData.DdmAvailability.RESPONDS << 12 | TID);
        assertEquals(0, use().requestStatus());
        host.assertAllFramesFree(0);
    }

    private void done(Request message, int availability) {
        host.post(message);
        MessageFrame event = host.reply();
        assertEquals(EventIndicator.EXEC_DDM_AVAILABILITY, event.word(4));
        assertEquals(availability, event.word(5));
        assertEquals(0, host.reply().word(4));
    }

    @Test
    void aResetDeviceAnswersWhatItHadAsTerminated() {
        host.post(TID, new UtilEventRegister(EventIndicator.DEVICE_RESET));
        host.postWords(0x0005_0001, TestDevice.KEEP << 24 | 0x1000 | TID, 1, 77, 3);
        host.device.context().hold();
        host.postWords(0x0005_0001, TestDevice.KEEP << 24 | 0x1000 | TID, 1, 78, 3);
        host.post(new ExecDdmTraffic(ExecDdmTraffic.RESET, TID, 0, 0));
        for (int context = 77; context <= 78; context++) {
            MessageFrame ended = host.reply();
            assertEquals(RequestStatus.PROCESS_ABORT_DIRTY << 24 | DetailedStatus.DEVICE_RESET, ended.word(4));
            assertEquals(context, ended.transactionContext());
        }
        assertEquals(EventIndicator.DEVICE_RESET, host.reply().word(4));
        assertEquals(0, host.reply().word(4));
        assertEquals(2, host.iop.kernel().counters().get(Counter.TERMINATED_REQUESTS));
        host.assertAllFramesFree(0);
    }

    @Test
    void aDestroyedModuleLeavesTheTableUntilTheIopIsReset() {
        int indicator = table().changeIndicator();
        host.post(new ExecLctNotify(-1, indicator + 1, List.of(Simple.into(host.address(TABLE_AT), 0x1000))));
        host.post(new ExecDdmModule(ExecDdmModule.DESTROY, TID));
        assertEquals(0, host.reply().word(4));
        assertEquals(0, host.reply().word(4), "the pending notification");
        assertEquals(1, LogicalConfigurationTable.parse(host.memory.memory(), TABLE_AT, 0x1000).entries().size());
        MessageFrame failure = use();
        assertEquals(FailureCode.INVALID_TARGET_ID, failure.requestStatus());
        host.returnPreserved(failure);
        host.assertAllFramesFree(0);

        host.post(new ExecIopReset(host.address(0x100), 0));
        assertEquals(1, host.word(0x100));
        host.in(IopState.OPERATIONAL);
        assertEquals(2, table().entries().size());
        assertEquals(0, use().requestStatus());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 0x30, 0xFFF})
    void thereIsNoModuleAtOtherTids(int tid) {
        refused(new ExecDdmModule(ExecDdmModule.SUSPEND, tid), DetailedStatus.INVALID_PARAMETER, 16);
        refused(new ExecDdmModule(ExecDdmModule.DESTROY, tid), DetailedStatus.INVALID_PARAMETER, 16);
        refused(new ExecDdmTraffic(ExecDdmTraffic.RESET, tid, 0, 0), DetailedStatus.INVALID_PARAMETER, 16);
    }

    // --- devices that come and go

    @Test
    void anArrivingDeviceIsToldOfAndWorksAtOnce() {
        host.post(new UtilEventRegister(EventIndicator.EXEC_NEW_LCT_ENTRY));
        TestDevice arriving = new TestDevice();
        int tid = host.iop.install(arriving);
        host.step();
        MessageFrame event = host.reply();
        assertEquals(EventIndicator.EXEC_NEW_LCT_ENTRY, event.word(4));
        assertEquals(14, event.sizeWords(), "with the entry");
        assertEquals(tid, event.word(5) >>> 16);
        assertEquals(List.of("attach", "enable"), arriving.life);
        assertEquals(3, table().entries().size());
        assertTrue(host.iop.executive().remove(tid));
        assertEquals(2, table().entries().size());
        assertNull(host.iop.kernel().directory().device(tid));
    }

    @Test
    void aLeavingDeviceTakesClaimsAndRegistrationsWithIt() {
        assertEquals(0, host.ask(TID, new UtilClaim(0, 1)).word(4));
        host.post(TID, new UtilEventRegister(-1));
        host.postWords(0x0005_0001, TestDevice.KEEP << 24 | 0x1000 | TID, 1, 77, 3);
        assertTrue(host.iop.executive().remove(TID));
        assertEquals(RequestStatus.PROCESS_ABORT_DIRTY, host.reply().requestStatus());
        for (int i = 0; i < 0x800; i++) {
            // TIDs are used again, after all others.
            int tid = host.iop.install(new TestDevice());
            DeviceSlot slot = Objects.requireNonNull(host.iop.kernel().directory().device(tid));
            assertEquals(Tid.NONE, slot.userTid());
            assertTrue(host.iop.executive().remove(tid));
        }
        host.forgetReplies();
        host.assertAllFramesFree(0);
    }

    // --- adapters

    @Test
    void anAdapterIsReadInTheSpacesThatItHas() {
        List<SglElement> buffer = List.of(Simple.into(host.address(TABLE_AT), 16));
        done(new ExecAdapterRead(1, AdapterSpace.CONFIGURATION, 0, 8, buffer));
        assertEquals(0x5678_1234, host.word(TABLE_AT));
        refused(new ExecAdapterRead(9, AdapterSpace.CONFIGURATION, 0, 8, buffer), DetailedStatus.INVALID_PARAMETER, 16);
        refused(new ExecAdapterRead(1, AdapterSpace.CONFIGURATION, 0, 17, buffer), DetailedStatus.INVALID_PARAMETER, 28);
        assertEquals(DetailedStatus.UNSUPPORTED_FUNCTION,
            host.ask(new ExecAdapterRead(1, AdapterSpace.IO, 0, 8, buffer)).detailedStatus());
        assertEquals(DetailedStatus.UNSUPPORTED_FUNCTION,
            host.ask(new ExecAdapterRead(1, AdapterSpace.CONFIGURATION, 252, 8, buffer)).detailedStatus());
        host.device.context().controls(host.memory.base());
        host.memory.memory().set(ValueLayout.JAVA_INT, 0x40, 0x1122_3344);
        done(new ExecAdapterRead(2, AdapterSpace.MEMORY, 0x40, 4, buffer));
        assertEquals(0x1122_3344, host.word(TABLE_AT));
    }

    @Test
    void anAdapterGoesToOneModuleAtATime() {
        HardwareResourceTable.Entry adapter = HardwareResourceTable.Entry.pci(1, 0, 0, 0, 0, 0, 0);
        done(new ExecAdapterAssign(TID, 1, adapter));
        assertEquals(TID, host.iop.executive().parts().adapters().entries().getFirst().controllingTid());
        done(new ExecAdapterAssign(TID, 1, adapter));
        int other = host.iop.install(new TestDevice());
        assertEquals(DetailedStatus.DEVICE_BUSY, host.ask(new ExecAdapterAssign(other, 1, adapter)).detailedStatus());
        done(new ExecAdapterRelease(1, adapter));
        assertEquals(DetailedStatus.INAPPROPRIATE_FUNCTION, host.ask(new ExecAdapterRelease(1, adapter)).detailedStatus());
        refused(new ExecAdapterRelease(1, HardwareResourceTable.Entry.pci(5, 0, 0, 0, 0, 0, 0)), DetailedStatus.INVALID_PARAMETER, 20);
    }

    @Test
    void aFaultOfAnAdapterIsToldWithItsEntry() {
        host.post(new UtilEventRegister(EventIndicator.EXEC_ADAPTER_FAULT));
        host.iop.executive().adapterFault(1);
        MessageFrame event = host.reply();
        assertEquals(EventIndicator.EXEC_ADAPTER_FAULT, event.word(4));
        assertEquals(9, event.sizeWords());
        assertEquals(1, event.word(5));
    }

    @Test
    void aFaultOfTheHardwareEndsTheWorkOfTheIop() {
        host.post(new UtilEventRegister(EventIndicator.EXEC_HARDWARE_FAIL | EventIndicator.STATE_CHANGE));
        host.iop.executive().fault(EventData.HardwareFail.MEMORY_FAULT);
        assertEquals(EventData.HardwareFail.MEMORY_FAULT, host.reply().word(5));
        assertEquals(EventData.StateChange.FAULTED, host.reply().word(5));
        assertEquals(IopState.FAULTED, host.state());
        host.post(new ExecIopReset(host.address(0x100), 0));
        host.in(IopState.OPERATIONAL);
    }

    // --- ways to other IOPs

    @Test
    void onlyAPathToAnIopThatTheSystemTableNamesCanBeStopped() {
        refused(new ExecPathTraffic(ExecPathTraffic.QUIESCE, OTHER_IOP, 0), DetailedStatus.INVALID_PARAMETER, 16);
        SystemTable system = new SystemTable(2, List.of(
            new SystemTable.Entry(1, OTHER_IOP, 0, 1, 8, 0, 128, 0, 0, 0x1000)));
        system.emit(host.memory.memory(), TABLE_AT);
        done(new ExecSysModify(List.of(Simple.from(host.address(TABLE_AT), system.sizeBytes()))));
        assertEquals(IopState.OPERATIONAL, host.state());

        done(new ExecPathTraffic(ExecPathTraffic.QUIESCE, OTHER_IOP, 0));
        assertTrue(host.iop.kernel().directory().paths().isStopped(TID, OTHER_IOP));
        done(new ExecPathTraffic(ExecPathTraffic.ENABLE, OTHER_IOP, 0));
        done(new ExecDdmTraffic(ExecDdmTraffic.QUIESCE, 0x20, OTHER_IOP, 0));
        assertTrue(host.iop.kernel().directory().paths().gate(0x20, OTHER_IOP).isClosed());
        assertFalse(host.iop.kernel().directory().paths().gate(0x21, OTHER_IOP).isClosed());
        done(new ExecDdmTraffic(ExecDdmTraffic.ENABLE, 0x20, OTHER_IOP, 0));
        done(new ExecDdmTraffic(ExecDdmTraffic.QUIESCE, 0x20, OTHER_IOP, 0));
        done(new ExecDdmTraffic(ExecDdmTraffic.RESET, 0x20, OTHER_IOP, 0));
        assertFalse(host.iop.kernel().directory().paths().isStopped(0x20, OTHER_IOP));
        done(new ExecPathTraffic(ExecPathTraffic.RESET, OTHER_IOP, 0));
        refused(new ExecPathTraffic(ExecPathTraffic.RESET, 2, 0), DetailedStatus.INVALID_PARAMETER, 16);
    }

    @Test
    void aRequestThatLacksWordsIsTooSmall() {
        host.postWords(0x0004_0001, 0xAF00_1000, 1, 2);
        assertEquals(RequestStatus.TRANSACTION_ERROR << 24 | DetailedStatus.MESSAGE_TOO_SMALL, host.reply().word(4));
    }
}
