package dev.spine.iop.executive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.i2o.DetailedStatus;
import dev.spine.i2o.Function;
import dev.spine.i2o.IopState;
import dev.spine.i2o.MessageFlags;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.ClaimFlags;
import dev.spine.i2o.message.ClaimType;
import dev.spine.i2o.message.EventIndicator;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.Request;
import dev.spine.i2o.message.UtilClaim;
import dev.spine.i2o.message.UtilClaimRelease;
import dev.spine.i2o.message.UtilConfigDialog;
import dev.spine.i2o.message.UtilEventAcknowledge;
import dev.spine.i2o.message.UtilEventRegister;
import dev.spine.i2o.message.UtilParams;
import dev.spine.i2o.param.ExecutiveGroups;
import dev.spine.i2o.param.FieldValue;
import dev.spine.i2o.param.GenericGroups;
import dev.spine.i2o.param.OperationList;
import dev.spine.i2o.param.ResultList;
import dev.spine.i2o.sgl.SglElement.Simple;
import dev.spine.iop.kernel.DeviceSlot;
import dev.spine.iop.kernel.IopCounters.Counter;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Utility messages: claims, events, parameters, and those that are not implemented. */
class UtilitiesTest {
    private static final int LIST_AT = 0x3000;
    private static final int RESULT_AT = 0x4000;
    private static final int RESULT_BYTES = 0x800;

    private final HostSide host = new HostSide().in(IopState.OPERATIONAL);

    private DeviceSlot slot() {
        return Objects.requireNonNull(host.iop.kernel().directory().device(HostSide.DEVICE_TID));
    }

    private void assertStatus(Request message, int requestStatus, int detailedStatus) {
        MessageFrame reply = host.ask(HostSide.DEVICE_TID, message);
        assertEquals(requestStatus, reply.requestStatus());
        assertEquals(detailedStatus, reply.detailedStatus());
        assertEquals(HostSide.INITIATOR_CONTEXT, reply.initiatorContext());
        assertEquals(HostSide.TRANSACTION_CONTEXT, reply.transactionContext());
    }

    private void assertRefused(Request message, int detailedStatus) {
        assertStatus(message, RequestStatus.ERROR_NO_DATA_TRANSFER, detailedStatus);
    }

    private void assertDone(Request message) {
        assertStatus(message, 0, 0);
    }

    // --- claims

    @Test
    void oneDeviceHasOnePrimaryUser() {
        int indicator = host.iop.kernel().directory().changeIndicator();
        assertDone(new UtilClaim(ClaimFlags.EXCLUSIVE, ClaimType.PRIMARY));
        assertEquals(Tid.HOST, slot().userTid());
        assertEquals(indicator + 1, host.iop.kernel().directory().changeIndicator());
        assertEquals(indicator + 1, slot().changeIndicator());

        assertRefused(new UtilClaim(0, ClaimType.PRIMARY), DetailedStatus.DEVICE_LOCKED);
        assertEquals(indicator + 1, host.iop.kernel().directory().changeIndicator());

        assertDone(new UtilClaimRelease(0, ClaimType.PRIMARY));
        assertEquals(Tid.NONE, slot().userTid());
        assertEquals(indicator + 2, host.iop.kernel().directory().changeIndicator());
        assertRefused(new UtilClaimRelease(0, ClaimType.PRIMARY), DetailedStatus.INAPPROPRIATE_FUNCTION);
        host.assertAllFramesFree(0);
    }

    @Test
    void otherUsersStandBesideThePrimaryOne() {
        assertRefused(new UtilClaim(0, ClaimType.AUTHORIZED), DetailedStatus.INAPPROPRIATE_FUNCTION);
        assertDone(new UtilClaim(ClaimFlags.MANAGEMENT_SERVICE_DISABLED, ClaimType.PRIMARY));
        assertDone(new UtilClaim(0, ClaimType.AUTHORIZED));
        assertDone(new UtilClaim(0, ClaimType.SECONDARY));
        assertRefused(new UtilClaim(0, ClaimType.MANAGEMENT), DetailedStatus.DEVICE_LOCKED);
        assertRefused(new UtilClaim(0, 0), DetailedStatus.INVALID_PARAMETER);
        assertRefused(new UtilClaim(0, 5), DetailedStatus.INVALID_PARAMETER);
        assertEquals(3, rows(GenericGroups.USERS.number()));
        assertDone(new UtilClaimRelease(0, ClaimType.PRIMARY));
        assertEquals(1, rows(GenericGroups.USERS.number()), "authorized users are users of the primary one");
        assertEquals(Tid.NONE, slot().userTid());
    }

    @Test
    void usersAreBounded() {
        for (int i = 0; i < 16; i++) {
            assertDone(new UtilClaim(0, ClaimType.SECONDARY));
        }
        assertRefused(new UtilClaim(0, ClaimType.SECONDARY), DetailedStatus.INSUFFICIENT_RESOURCE_SOFT);
    }

    private int rows(int group) {
        assertEquals(GenericGroups.USERS.number(), group);
        ResultList result = params(new OperationList().tableGet(GenericGroups.USERS), RequestStatus.SUCCESS);
        return result.blocks().getFirst().data().at(0);
    }

    // --- events

    private void report(int... data) {
        Objects.requireNonNull(host.device.context().service(EventSource.class)).report(HostSide.DEVICE_TID, TestDevice.EVENT, data);
        host.step();
    }

    @Test
    void eventIsReportedAgainAndAgainToWhoRegistered() {
        host.post(HostSide.DEVICE_TID, new UtilEventRegister(-1));
        host.assertNoReply();
        for (int i = 1; i <= 3; i++) {
            report(7, i);
            MessageFrame reply = host.reply();
            assertEquals(MessageFlags.REPLY, reply.flags());
            assertEquals(Function.UTIL_EVENT_REGISTER, reply.function());
            assertEquals(HostSide.DEVICE_TID, reply.target());
            assertEquals(Tid.HOST, reply.initiator());
            assertEquals(HostSide.INITIATOR_CONTEXT, reply.initiatorContext());
            assertEquals(HostSide.TRANSACTION_CONTEXT, reply.transactionContext());
            assertEquals(7, reply.sizeWords());
            assertEquals(TestDevice.EVENT, reply.word(4));
            assertEquals(i, reply.word(6));
        }
        host.assertAllFramesFree(0);
    }

    @Test
    void maskChoosesAndZeroEndsTheRegistration() {
        host.post(HostSide.DEVICE_TID, new UtilEventRegister(0x1));
        report();
        host.assertNoReply();
        host.post(HostSide.DEVICE_TID, new UtilEventRegister(TestDevice.EVENT));
        report();
        assertEquals(TestDevice.EVENT, host.reply().word(4));
        host.post(HostSide.DEVICE_TID, new UtilEventRegister(0));
        report();
        host.assertNoReply();
    }

    @Test
    void onlyEventsThatTheDeviceNamesAreReported() {
        host.post(HostSide.DEVICE_TID, new UtilEventRegister(-1));
        Objects.requireNonNull(host.device.context().service(EventSource.class)).report(HostSide.DEVICE_TID, 0x8);
        host.step();
        host.assertNoReply();
    }

    @Test
    void executiveTellsThatItsMaskAndItsTableHaveChanged() {
        host.post(new UtilEventRegister(EventIndicator.EVENT_MASK_MODIFIED));
        host.post(new UtilEventRegister(EventIndicator.EVENT_MASK_MODIFIED | EventIndicator.EXEC_MODIFIED_LCT));
        MessageFrame modified = host.reply();
        assertEquals(EventIndicator.EVENT_MASK_MODIFIED, modified.word(4));
        assertEquals(EventIndicator.EVENT_MASK_MODIFIED | EventIndicator.EXEC_MODIFIED_LCT, modified.word(5));

        host.post(HostSide.DEVICE_TID, new UtilClaim(0, ClaimType.PRIMARY));
        MessageFrame first = host.reply();
        MessageFrame second = host.reply();
        MessageFrame event = first.function() == Function.UTIL_EVENT_REGISTER ? first : second;
        assertEquals(EventIndicator.EXEC_MODIFIED_LCT, event.word(4));
        assertEquals(5 + 9, event.sizeWords());
        assertEquals(HostSide.DEVICE_TID, event.word(5) >>> 16);
        assertEquals(Tid.HOST, event.word(10) & 0xFFF, "the user in the entry");
    }

    @Test
    void eventsThatNobodyTakesWaitAndThenAreCountedAsLost() {
        host.post(HostSide.DEVICE_TID, new UtilEventRegister(-1));
        for (int i = 0; i < HostSide.REPLY_FRAMES + 32 + 5; i++) {
            report(i);
        }
        assertEquals(5, host.iop.kernel().counters().get(Counter.EVENTS_LOST));
        for (int i = 0; i < HostSide.REPLY_FRAMES + 32; i++) {
            assertEquals(i, host.reply().word(5));
        }
        host.assertNoReply();
        host.assertAllFramesFree(0);
    }

    @Test
    void registrationsAreBounded() {
        for (int initiator = 1; initiator <= 16; initiator++) {
            host.postWords(0x0005_0001, 0x1300_0008 | initiator << 12, 0, 0, -1);
            host.assertNoReply();
        }
        host.postWords(0x0005_0001, 0x1300_0008 | 17 << 12, 0, 0, -1);
        assertEquals(DetailedStatus.INSUFFICIENT_RESOURCE_SOFT, host.reply().detailedStatus());
        report();
        for (int i = 0; i < 16; i++) {
            assertEquals(TestDevice.EVENT, host.reply().word(4));
        }
        host.assertAllFramesFree(0);
    }

    @Test
    void acknowledgementIsRepeated() {
        MessageFrame reply = host.ask(HostSide.DEVICE_TID, new UtilEventAcknowledge(0x0400_0000, List.of(1, 2, 3)));
        assertEquals(Function.UTIL_EVENT_ACKNOWLEDGE, reply.function());
        assertEquals(0x0400_0000, reply.word(4));
        assertEquals(8, reply.sizeWords());
        assertEquals(3, reply.word(7));
    }

    // --- parameters

    private ResultList params(OperationList operations, int status) {
        return params(HostSide.DEVICE_TID, operations, status);
    }

    private ResultList params(int tid, OperationList operations, int status) {
        operations.emit(host.memory.memory(), LIST_AT);
        host.memory.memory().asSlice(RESULT_AT, RESULT_BYTES).fill((byte) 0);
        MessageFrame reply = host.ask(tid, new UtilParams(UtilParams.GET, 0, List.of(
            Simple.from(host.address(LIST_AT), operations.sizeBytes()), Simple.into(host.address(RESULT_AT), RESULT_BYTES))));
        assertEquals(status, reply.requestStatus());
        return ResultList.parse(host.memory.memory(), RESULT_AT, RESULT_BYTES);
    }

    @Test
    void deviceHasGenericGroupsAndItsOwn() {
        ResultList result = params(new OperationList().fieldGet(TestDevice.GROUP).tableGet(GenericGroups.GROUP_DESCRIPTORS)
            .fieldGet(GenericGroups.DEVICE_IDENTITY), RequestStatus.SUCCESS);
        assertEquals(3, result.blocks().size());
        assertEquals(42, result.blocks().get(0).data().at(0));
        assertEquals(10, result.blocks().get(1).data().at(0), "groups");
    }

    @Test
    void missingGroupIsAnErrorSoThatZerosAreNotTakenForValues() {
        ResultList result = params(new OperationList().fieldGet(ExecutiveGroups.IOP_HARDWARE), RequestStatus.ERROR_NO_DATA_TRANSFER);
        assertFalse(result.blocks().getFirst().isSuccess());
    }

    @Test
    void settingAFieldNeedsNoResultBuffer() {
        OperationList operations = new OperationList().fieldSet(TestDevice.GROUP, "Setting", FieldValue.number(99));
        operations.emit(host.memory.memory(), LIST_AT);
        assertDone(new UtilParams(UtilParams.SET, 0,
            List.of(Simple.from(host.address(LIST_AT), operations.sizeBytes()))));
        assertEquals(99, host.device.setting());
    }

    @Test
    void readingNeedsBothBuffers() {
        assertRefused(new UtilParams(UtilParams.GET, 0, List.of(Simple.from(host.address(LIST_AT), 12))), DetailedStatus.MISSING_PARAMETER);
        assertRefused(new UtilParams(UtilParams.GET, 0, List.of()), DetailedStatus.MISSING_PARAMETER);
    }

    @Test
    void executiveTellsItsHardwareItsFramesAndItsTables() {
        ResultList result = params(Tid.EXECUTIVE, new OperationList().fieldGet(ExecutiveGroups.IOP_HARDWARE)
            .fieldGet(ExecutiveGroups.MESSAGE_INTERFACE).fieldGet(ExecutiveGroups.EXECUTING_ENVIRONMENT)
            .fieldGet(ExecutiveGroups.LCT_SCALAR).tableGet(ExecutiveGroups.LCT_TABLE).tableGet(ExecutiveGroups.SYSTEM_TABLE)
            .tableGet(ExecutiveGroups.EXTERNAL_CONNECTIONS), RequestStatus.SUCCESS);
        assertEquals(7, result.blocks().size());
        assertEquals(0x5A, result.blocks().get(0).data().at(0));
        assertEquals(128, result.blocks().get(1).data().at(0), "words of an inbound frame");
        assertEquals(2, result.blocks().get(4).data().at(0), "rows of the configuration table");
        assertEquals(0, result.blocks().get(5).data().at(0), "rows of the system table");
        assertEquals(0, result.blocks().get(6).data().at(0), "connections");
    }

    // --- the rest

    @ParameterizedTest
    @CsvSource({"0x02", "0x03", "0x04", "0x07", "0x08", "0x0A", "0x0C", "0x0E", "0x11", "0x12", "0x16", "0x18", "0x1A", "0x1F"})
    void functionsThatNobodyKnowsAreSaidToBeUnknown(String function) {
        for (int tid : new int[] {Tid.EXECUTIVE, HostSide.DEVICE_TID}) {
            host.postWords(0x0008_0001, Integer.decode(function) << 24 | 0x1000 | tid, 0, 0, 0, 0, 0, 0);
            MessageFrame reply = host.reply();
            assertEquals(RequestStatus.TRANSACTION_ERROR, reply.requestStatus());
            assertEquals(DetailedStatus.UNKNOWN_FUNCTION, reply.detailedStatus());
        }
        assertEquals(2, host.iop.kernel().counters().get(Counter.UNKNOWN_FUNCTIONS));
        host.assertAllFramesFree(0);
    }

    // --- the configuration dialog

    private String page(int number, String query, int status, int room) {
        host.memory.memory().asSlice(RESULT_AT, RESULT_BYTES).fill((byte) 0);
        Octets entered = Octets.ascii(query);
        entered.writePadded(host.memory.memory(), LIST_AT, query.length() + 1);
        MessageFrame reply = host.ask(HostSide.DEVICE_TID, new UtilConfigDialog(number, query.isEmpty()
            ? List.of(Simple.into(host.address(RESULT_AT), room))
            : List.of(Simple.into(host.address(RESULT_AT), room), Simple.from(host.address(LIST_AT), query.length() + 1))));
        assertEquals(status, reply.word(4));
        return Octets.read(host.memory.memory(), RESULT_AT, room).text();
    }

    @Test
    void aPageSaysWhatTheObjectIs() {
        String page = page(0, "", 0, RESULT_BYTES);
        assertTrue(page.startsWith("<html>") && page.endsWith("</html>"), page);
        assertTrue(page.contains("Test device") && page.contains("none"), page);
        assertTrue(page(2, "", 0, RESULT_BYTES).contains("0xF100"));
    }

    @Test
    void aPageThatThereIsNotIsSaidSo() {
        assertEquals("", page(3, "", RequestStatus.ERROR_NO_DATA_TRANSFER << 24 | DetailedStatus.NO_SUCH_PAGE, RESULT_BYTES));
        assertEquals("", page(0x100, "", RequestStatus.ERROR_NO_DATA_TRANSFER << 24 | DetailedStatus.NO_SUCH_PAGE, RESULT_BYTES));
    }

    @Test
    void aPageIsCutToTheBuffer() {
        String page = page(0, "", RequestStatus.ERROR_PARTIAL_TRANSFER << 24 | DetailedStatus.REPLY_BUFFER_FULL, 20);
        assertEquals(20, page.length());
    }

    @Test
    void whatAUserEntersIsKeptAndCannotBreakThePage() {
        String page = page(1, "DeviceName=my%20disk&ServiceName=%3Cb%3E&Nobody=7&PhysicalLocation=100%", 0, RESULT_BYTES);
        assertTrue(page.contains("my disk") && page.contains("&lt;b&gt;") && page.contains("100%") && !page.contains("Nobody"), page);
        ResultList result = params(new OperationList().fieldGet(GenericGroups.USER_INFORMATION), RequestStatus.SUCCESS);
        assertEquals("my disk", result.blocks().getFirst().data().text());
    }

    // --- changes of parameters

    @Test
    void aChangedFieldIsToldToTheOthers() {
        host.post(new Header(HostSide.DEVICE_TID, 0xB91, 1, 2), new UtilEventRegister(EventIndicator.FIELD_MODIFIED));
        host.post(HostSide.DEVICE_TID, new UtilEventRegister(EventIndicator.FIELD_MODIFIED));
        OperationList operations = new OperationList().fieldSet(TestDevice.GROUP, "Setting", FieldValue.number(3));
        operations.emit(host.memory.memory(), LIST_AT);
        host.post(HostSide.DEVICE_TID, new UtilParams(UtilParams.SET, 0,
            List.of(Simple.from(host.address(LIST_AT), operations.sizeBytes()))));
        MessageFrame event = host.reply();
        assertEquals(EventIndicator.FIELD_MODIFIED, event.word(4));
        assertEquals(0xB91, event.initiator());
        assertEquals(1 << 16 | TestDevice.GROUP.number(), event.word(5), "field, group");
        assertEquals(0, event.word(2) - 1);
        assertEquals(Function.UTIL_PARAMS_SET, host.reply().function());
        host.assertNoReply();
    }

    @Test
    void thePrimaryUserSaysWhoElseMayUseTheDevice() {
        OperationList add = new OperationList().rowAdd(GenericGroups.AUTHORIZED_USERS, List.of(FieldValue.number(0x801)));
        add.emit(host.memory.memory(), LIST_AT);
        UtilParams set = new UtilParams(UtilParams.SET, 0, List.of(Simple.from(host.address(LIST_AT), add.sizeBytes())));
        assertRefused(set, DetailedStatus.INVALID_PARAMETER);
        assertDone(new UtilClaim(0, ClaimType.PRIMARY));
        assertDone(set);
        ResultList result = params(new OperationList().tableGet(GenericGroups.AUTHORIZED_USERS), RequestStatus.SUCCESS);
        assertEquals(1, result.blocks().getFirst().data().at(0), "rows");
        assertDone(new UtilClaimRelease(0, ClaimType.PRIMARY));
        assertEquals(0, params(new OperationList().tableGet(GenericGroups.AUTHORIZED_USERS), RequestStatus.SUCCESS)
            .blocks().getFirst().data().at(0), "the list ends with the claim");
    }

    @Test
    void operationsOnUnknownGroupsAreCounted() {
        params(new OperationList().fieldGet(ExecutiveGroups.IOP_HARDWARE), RequestStatus.ERROR_NO_DATA_TRANSFER);
        assertEquals(1, host.iop.kernel().counters().get(Counter.UNKNOWN_GROUPS));
    }

    @ParameterizedTest
    @CsvSource({"0xC9, 0x0A", "0xCA, 0x0A", "0xA4, 0x19", "0xFF, 0x19", "0x81, 0x19"})
    void theExecutiveTellsFunctionsThatItLacksFromThoseThatNobodyKnows(String function, String status) {
        host.postWords(0x0008_0001, Integer.decode(function) << 24 | 0x1000, 0, 0, 0, 0, 0, 0);
        MessageFrame reply = host.reply();
        assertEquals(RequestStatus.TRANSACTION_ERROR, reply.requestStatus());
        assertEquals(Integer.decode(status), reply.detailedStatus());
        assertEquals(7, reply.word(5), "the byte to blame is the function");
    }
}
