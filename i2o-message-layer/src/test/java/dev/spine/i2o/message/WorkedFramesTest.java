package dev.spine.i2o.message;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.FailureCode;
import dev.spine.i2o.Frames;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.OrganizationId;
import dev.spine.i2o.RequestStatus;
import dev.spine.i2o.Tid;
import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.message.block.BlockRead;
import dev.spine.i2o.message.block.BlockReply;
import dev.spine.i2o.message.block.StorageStatus;
import dev.spine.i2o.message.catalogue.Catalogue;
import dev.spine.i2o.message.exec.ConnSetupReply;
import dev.spine.i2o.message.exec.ExecConnSetup;
import dev.spine.i2o.message.exec.ExecIopConnect;
import dev.spine.i2o.message.exec.ExecLctNotify;
import dev.spine.i2o.message.exec.ExecOutboundInit;
import dev.spine.i2o.message.exec.ExecStatusGet;
import dev.spine.i2o.message.exec.ExecSysTabSet;
import dev.spine.i2o.message.exec.IopConnectReply;
import dev.spine.i2o.message.lan.LanPacketSend;
import dev.spine.i2o.message.lan.LanReceivePost;
import dev.spine.i2o.message.lan.LanReceiveReply;
import dev.spine.i2o.message.lan.LanSendReply;
import dev.spine.i2o.message.lan.LanStatus;
import dev.spine.i2o.sgl.SglElement;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Frames worked out word by word from the architecture, and as drivers send them. */
class WorkedFramesTest {
    private static final String CONTEXTS = "11111111 22222222";
    private static final Header TO_EXECUTIVE = Header.fromHost(Tid.EXECUTIVE, 0, 0);

    private static void assertBothWays(String words, Request message, Header header, int deviceClass) {
        MessageFrame written = Frames.slot();
        message.emit(written, header);
        assertEquals(words, Frames.words(written));
        assertEquals(message, Catalogue.parse(Frames.ofWords(words), deviceClass));
    }

    private static void assertBothWays(String request, String words, Reply message, int deviceClass) {
        MessageFrame written = Frames.slot();
        message.emit(Frames.ofWords(request), written);
        assertEquals(words, Frames.words(written));
        assertEquals(message, Catalogue.parse(Frames.ofWords(words), deviceClass));
    }

    @Test
    void statusGet() {
        assertBothWays("00090001 A0001000 00000000 00000000 00000000 00000000 00123000 00000000 00000058",
            new ExecStatusGet(0x00123000, 0, 88), TO_EXECUTIVE, DeviceClass.EXECUTIVE);
    }

    @Test
    void outboundInit() {
        assertBothWays("00080061 A1001000 00000000 00000000 00001000 00800080 D0000004 00124000",
            new ExecOutboundInit(4096, ExecOutboundInit.BY_OPERATING_SYSTEM, 128, List.of(SglElement.Simple.into(0x00124000, 4))),
            TO_EXECUTIVE, DeviceClass.EXECUTIVE);
    }

    @Test
    void lctNotifyAndItsReply() {
        String request = "00080061 A2001000 00000000 80000005 FFFFFFFF 00000000 D0002000 00130000";
        assertBothWays(request, new ExecLctNotify(ClassId.MATCH_ALL, 0, List.of(SglElement.Simple.into(0x00130000, 8192))),
            Header.fromHost(Tid.EXECUTIVE, 0, 0x80000005), DeviceClass.EXECUTIVE);
        assertBothWays(request, "0005C001 A2001000 00000000 80000005 00000000", SingleReply.DONE, DeviceClass.EXECUTIVE);
    }

    @Test
    void sysEnableReply() {
        assertBothWays("00040001 D1001000 " + CONTEXTS, "0005C001 D1001000 " + CONTEXTS + " 00000000",
            SingleReply.DONE, DeviceClass.EXECUTIVE);
    }

    @Test
    void claimOfThePrimaryUser() {
        assertBothWays("00050001 09001010 " + CONTEXTS + " 01000000", new UtilClaim(0, ClaimType.PRIMARY),
            Header.fromHost(0x010, 0x11111111, 0x22222222), DeviceClass.LAN);
    }

    @Test
    void replyThatCountsBytes() {
        assertBothWays("000A0081 30001010 " + CONTEXTS, "0006C001 30001010 " + CONTEXTS + " 00000000 00001000",
            new BlockReply(StorageStatus.SUCCESS, 0, RequestStatus.SUCCESS, 0x1000), DeviceClass.RANDOM_BLOCK_STORAGE);
    }

    @Test
    void blockReadOfOneBuffer() {
        assertBothWays("000A0081 30001010 " + CONTEXTS + " 00000000 00001000 00000000 00000001 D0001000 00200000",
            new BlockRead(0, 0, 0, 4096, 0x1_0000_0000L, List.of(SglElement.Simple.into(0x00200000, 4096))),
            Header.fromHost(0x010, 0x11111111, 0x22222222), DeviceClass.RANDOM_BLOCK_STORAGE);
    }

    @Test
    void paramsGetOfTheDeviceIdentity() {
        assertBothWays("00090051 06001010 " + CONTEXTS + " 00000000 5400000C 00201000 D0000200 00202000",
            new UtilParams(UtilParams.GET, 0, List.of(SglElement.Simple.from(0x00201000, 12), SglElement.Simple.into(0x00202000, 512))),
            Header.fromHost(0x010, 0x11111111, 0x22222222), DeviceClass.RANDOM_BLOCK_STORAGE);
    }

    @Test
    void failureReplyForAnUnknownTarget() {
        assertBothWays("000A0081 30001020 11111111 22222222",
            "0009E001 30001020 11111111 00000000 8D010101 00000002 00000000 00005000 00000000",
            new TransportFailureReply(FailureCode.INVALID_TARGET_ID, 2, 0, 0x5000), DeviceClass.RANDOM_BLOCK_STORAGE);
    }

    @Test
    void privateMessage() {
        assertBothWays("00070001 FF001030 " + CONTEXTS + " 7A5A0003 0000000A 0000000B",
            new PrivateMessage(OrganizationId.SPINE, 3, List.of(10, 11), List.of()),
            Header.fromHost(0x030, 0x11111111, 0x22222222), DeviceClass.DISPLAY);
    }

    @Test
    void privateMessageWithABuffer() {
        assertBothWays("00080061 FF001030 " + CONTEXTS + " 7A5A0004 0000000A D4000010 00300000",
            new PrivateMessage(OrganizationId.SPINE, 4, List.of(10), List.of(SglElement.Simple.from(0x00300000, 16))),
            Header.fromHost(0x030, 0x11111111, 0x22222222), DeviceClass.DISPLAY);
    }

    @Test
    void noOperation() {
        assertBothWays("00030001 00001000 00000000", new UtilNop(), TO_EXECUTIVE, DeviceClass.EXECUTIVE);
    }

    @Test
    void sysTabSetAsLinuxMeansIt() {
        assertBothWays("000C0061 A3001000 00000000 00000000 00000002 00000000 54000030 00400000 54000000 00000000 D4000000 00000000",
            ExecSysTabSet.withoutPrivateSpace(2, 0, 0x00400000, 48), TO_EXECUTIVE, DeviceClass.EXECUTIVE);
    }

    @Test
    void sysTabSetWithTheNumberTwelveBitsTooHigh() {
        ExecSysTabSet message = ExecSysTabSet.KIND.parse(Frames.ofWords(
            "000C0061 A3001000 00000000 00000000 00003000 00000000 54000030 00400000 54000000 00000000 D4000000 00000000"));
        assertEquals(3, message.iopId());
        assertEquals(0, message.hostUnitId());
    }

    @Test
    void sysTabSetWithTheListOffsetOfOpenSolaris() {
        ExecSysTabSet message = ExecSysTabSet.KIND.parse(Frames.ofWords(
            "000C0041 A3001000 00000000 00000000 00010002 00000000 54000030 00400000 54000000 00000000 D4000000 00000000"));
        assertEquals(1, message.hostUnitId());
        assertEquals(SglElement.Simple.from(0x00400000, 48), message.sgl().getFirst());
        assertEquals(3, message.sgl().size());
    }

    @Test
    void outboundInitWithoutListOffset() {
        ExecOutboundInit message = ExecOutboundInit.KIND.parse(Frames.ofWords(
            "00080001 A1001000 00000000 00000000 00001000 00280080 D0000004 00124000"));
        assertEquals(List.of(SglElement.Simple.into(0x00124000, 4)), message.sgl());
        assertEquals(40, message.outboundFrameWords());
    }

    @Test
    void eventRegisterWithoutMaskMeansNone() {
        assertEquals(new UtilEventRegister(0),
            UtilEventRegister.KIND.parse(Frames.ofWords("00040001 13001000 00000000 00000000 FFFFFFFF")));
    }

    @Test
    void operationListInsideTheMessage() {
        UtilParams message = UtilParams.GET.parse(Frames.ofWords(
            "000B0051 06001010 00000000 00000000 00000000 4C00000A 00000001 F1000001 00000001 D0000200 00202000"));
        assertEquals(List.of(new SglElement.Immediate(Octets.of((byte) 1, (byte) 0, (byte) 0, (byte) 0, (byte) 1, (byte) 0, (byte) 0,
            (byte) 0xF1, (byte) 1, (byte) 0)), SglElement.Simple.into(0x00202000, 512)), message.sgl());
    }

    @Test
    void packetSendOfLinux() {
        assertBothWays("00071041 3B001020 00000001 40000008 D500003C 00000007 00500000",
            new LanPacketSend(0x40000008, List.of(SglElement.Simple.from(0x00500000, 60).withContext(7))),
            Header.fromHost(0x020, 1, 0), DeviceClass.LAN);
    }

    @Test
    void packetSendReply() {
        String request = "00071041 3B001020 00000001 40000008 D500003C 00000007 00500000";
        assertBothWays(request, "0006C051 3B001020 00000001 00000001 00000000 00000007",
            new LanSendReply(0, 0, List.of(7)), DeviceClass.LAN);
        assertBothWays(request, "0007C051 3B001020 00000001 80000002 00000000 00000007 00000008",
            new LanSendReply(0, 0, List.of(7, 8)), DeviceClass.LAN);
    }

    @Test
    void receivePostOfLinux() {
        assertBothWays("000A0041 3E001020 00000001 00000002 510005EE 00000003 00600000 D10005EE 00000004 00600800",
            new LanReceivePost(2, List.of(SglElement.Simple.into(0x00600000, 1518).withContext(3),
                SglElement.Simple.into(0x00600800, 1518).withContext(4))), Header.fromHost(0x020, 1, 0), DeviceClass.LAN);
    }

    @Test
    void receiveReplyWithOnePacketPerBucket() {
        assertBothWays("00040041 3E001020 00000001 00000002",
            "000C8061 3E001020 00000001 80000202 00000000 0000001E 00000003 40000000 0000003C 00000004 C0000002 01000040",
            new LanReceiveReply(0, 0, 30, List.of(new LanReceiveReply.Packet(3, 0, 60, 0, 0), new LanReceiveReply.Packet(4, 2, 64, 0, 1))),
            DeviceClass.LAN);
    }

    @Test
    void receiveReplyThatGivesBucketsBack() {
        assertBothWays("00040041 3E001020 00000001 00000002", "00088061 3E001020 00000001 00000002 0200000C 00000000 00000003 00000004",
            new LanReceiveReply(RequestStatus.ABORT_NO_DATA_TRANSFER, LanStatus.CANCELED, 0,
                List.of(LanReceiveReply.Packet.none(3), LanReceiveReply.Packet.none(4))), DeviceClass.LAN);
    }

    @Test
    void receiveReplyOfFirmwareThatPutsSeveralPacketsIntoABucket() {
        LanReceiveReply reply = LanReceiveReply.KIND.parse(Frames.ofWords(
            "000D8061 3E001020 00000001 40000002 00000000 00000005 00000003 00000000 0000003C 40000080 00000040 00000004 C0000000"));
        assertEquals(List.of(new LanReceiveReply.Packet(3, 0, 60, 0, 0), new LanReceiveReply.Packet(3, 128, 64, 0, 0)), reply.packets());
    }

    @Test
    void peerConnection() {
        String request = "00070001 C9003000 11111111 22222222 00000000 00500080 00000002";
        assertBothWays(request, new ExecIopConnect(0, 128, 0x050, 2, 0), new Header(0, 3, 0x11111111, 0x22222222), DeviceClass.EXECUTIVE);
        assertBothWays(request, "0007C001 C9003000 11111111 22222222 00000000 00510080 00000003",
            new IopConnectReply(0, 0, 128, 0x051, 3, 0), DeviceClass.EXECUTIVE);
    }

    @Test
    void deviceConnection() {
        String request = "00080001 CA003000 11111111 22222222 01020010 00000060 00000000 7A5A1100";
        assertBothWays(request, new ExecConnSetup(0x010, 0x020, 1, 0x060, 0, 0, 0x7A5A1100),
            new Header(0, 3, 0x11111111, 0x22222222), DeviceClass.EXECUTIVE);
        assertBothWays(request, "0007C001 CA003000 11111111 22222222 00020010 00061060 00000080",
            new ConnSetupReply(0, 0x010, 0x020, 0x060, 0x061, 128), DeviceClass.EXECUTIVE);
    }

    @Test
    void event() {
        assertBothWays("00050001 13001010 11111111 22222222 FFFFFFFF", "00068001 13001010 11111111 22222222 80000000 00000001",
            new EventReply(EventIndicator.STATE_CHANGE, List.of(1)), DeviceClass.LAN);
    }

    @Test
    @Tag("SS-30")
    void smallMessage() {
        assertBothWays("00100001 81010020 0000C00C 12345601 04030201 00000000 00000000 00000000 00000000 00000000 00000000 00000000"
                + " 00000000 00000000 00000000 00000000",
            new SmallMessage(0x1234, 0x56, 0x01, Octets.of((byte) 1, (byte) 2, (byte) 3, (byte) 4)),
            new Header(0x020, 0x010, 0x0000C00C, 0), DeviceClass.RUNTIME);
        assertEquals(0x12345601, SmallMessage.word3(0x1234, 0x56, 0x01));
    }
}
