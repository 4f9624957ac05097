package dev.spine.i2o.message.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.spine.i2o.Frames;
import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.message.Header;
import dev.spine.i2o.message.Message;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.catalogue.Row.RowReply;
import dev.spine.i2o.message.catalogue.Row.RowRequest;
import dev.spine.i2o.message.peer.PtPostReceiveReply;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The frame of each row's message, written out word by word, and what a trace prints of it. */
class RowsTest {
    /** Two lines for each message: class and words of the frame; the printed message. */
    private static final List<String> FRAMES = """
        020  00061041 3D001010 11111111 22222222 D0001000 00200000
          LanSduSend[transmitControlWord=572662306, sgl=[Simple[flags=80, byteCount=4096, context=0, address=2097152]]]
        010  00070051 71001010 11111111 22222222 00460000 D0001000 00200000
          BlockReassign[timeMultiplier=70, sgl=[Simple[flags=80, byteCount=4096, context=0, address=2097152]]]
        001  00050001 E0001010 11111111 22222222 45464748
          DdmAdapterAttach[adapterId=1162233672]
        001  00050001 E1001010 11111111 22222222 45464748
          DdmAdapterReconfig[adapterId=1162233672]
        001  00060001 E2001010 11111111 22222222 45464748 56000000
          DdmAdapterRelease[adapterId=1162233672, operationFlags=86]
        001  00050001 E3001010 11111111 22222222 45464748
          DdmAdapterResume[adapterId=1162233672]
        001  00050001 E4001010 11111111 22222222 45464748
          DdmAdapterSuspend[adapterId=1162233672]
        001  00070001 E5001010 11111111 22222222 00000748 56575859 6768696A
          DdmDeviceAttach[deviceTid=1864, classId=1448564825, deviceFlags=1734895978]
        001  00050001 E6001010 11111111 22222222 00000748
          DdmDeviceRelease[deviceTid=1864]
        001  00050001 E7001010 11111111 22222222 00000748
          DdmDeviceReset[deviceTid=1864]
        001  00050001 E8001010 11111111 22222222 00000748
          DdmDeviceResume[deviceTid=1864]
        001  00050001 E9001010 11111111 22222222 00000748
          DdmDeviceSuspend[deviceTid=1864]
        001  00040001 EA001010 11111111 22222222
          DdmSelfReset[]
        001  00040001 EB001010 11111111 22222222
          DdmSelfResume[]
        001  00040001 EC001010 11111111 22222222
          DdmSelfSuspend[]
        001  00040001 ED001010 11111111 22222222
          DdmSystemChange[]
        001  00040001 EE001010 11111111 22222222
          DdmSystemEnable[]
        001  00040001 EF001010 11111111 22222222
          DdmSystemHalt[]
        001  00050001 F0001010 11111111 22222222 00000048
          DdmAttachComplete[notificationLevel=72]
        090  00060041 91001010 11111111 22222222 D0001000 00200000
          PtaServiceEstablish[sgl=[Simple[flags=80, byteCount=4096, context=0, address=2097152]]]
        091  00060041 92001010 11111111 22222222 D0001000 00200000
          PtServiceEstablish[sgl=[Simple[flags=80, byteCount=4096, context=0, address=2097152]]]
        091  00060001 84001010 11111111 22222222 00004748 56575859
          PtConnect[serviceVersion=18248, requestedMaxData=1448564825]
        091  0006C001 84001010 11111111 22222222 45004748 56575859
          PtConnectReply[requestStatus=69, detailedStatus=18248, maxData=1448564825]
        091  00051031 86001010 11111111 D0001000 00200000
          PtPostReceive[sgl=[Simple[flags=80, byteCount=4096, context=0, address=2097152]]]
        091  000C00A1 88001010 11111111 22222222 45464748 56575859 6768696A 78797A7B 898A8B8C 9A9B9C9D D0001000 00200000
          PtRemoteAllocate[totalMemory=1162233672, bucketSize=1448564825, alignment=1734895978, accessAttribute=2021227131, \
        cacheAttribute=-1987409012, busId=-1701077859, sgl=[Simple[flags=80, byteCount=4096, context=0, address=2097152]]]
        091  0006C001 88001010 11111111 22222222 45004748 56575859
          PtRemoteAllocateReply[requestStatus=69, detailedStatus=18248, handle=1448564825]
        091  00050001 89001010 11111111 22222222 45464748
          PtRemoteFree[handle=1162233672]
        091  00090071 8A001010 11111111 22222222 45464748 56575859 6768696A D0001000 00200000
          PtRedirect[flags=1162233672, handle=1448564825, count=1734895978, sgl=[Simple[flags=80, byteCount=4096, context=0, \
        address=2097152]]]
        091  000C00A1 8B001010 11111111 22222222 45464748 56575859 6768696A 78797A7B 898A8B8C 9A9B9C9D D0001000 00200000
          PtRedirectAllocate[size=1162233672, minimum=1448564825, accessAttribute=1734895978, busId=2021227131, \
        addressSpace=-1987409012, alignment=-1701077859, sgl=[Simple[flags=80, byteCount=4096, context=0, address=2097152]]]
        091  000AC001 8B001010 11111111 22222222 45004748 56575859 6768696A 78797A7B 898A8B8C 9A9B9C9D
          PtRedirectAllocateReply[requestStatus=69, detailedStatus=18248, bufferFlags=1448564825, addressLow=1734895978, \
        addressHigh=2021227131, handle=-1987409012, size=-1701077859]
        091  00050001 8C001010 11111111 22222222 45464748
          PtRedirectDeallocate[handle=1162233672]
        0B0  00050001 90001010 11111111 22222222 45464748
          SlotPowerOn[slotId=1162233672]
        0B0  00050001 91001010 11111111 22222222 45464748
          SlotPowerOff[slotId=1162233672]
        0B0  00060001 92001010 11111111 22222222 45464748 56575859
          AttentionIndicate[slotId=1162233672, attention=1448564825]
        010  00040001 25001010 11111111 22222222
          StatusCheck[]
        010  00050001 43001010 11111111 22222222 45464748
          MediaEject[mediaIdentifier=1162233672]
        051  00040001 27001010 11111111 22222222
          ScsiDeviceReset[]
        080  00040001 85001010 11111111 22222222
          AdapterReset[]
        080  00040001 87001010 11111111 22222222
          BusReset[]
        """.lines().toList();
    private static final MessageFrame ASKED = Frames.ofWords("00040001 00001010 11111111 22222222");

    @Test
    void everyRowReadsPrintsAndWritesItsFrame() {
        Set<MessageKind<?>> seen = new HashSet<>();
        for (int i = 0; i < FRAMES.size(); i += 2) {
            String words = FRAMES.get(i).substring(3).strip();
            MessageFrame frame = Frames.ofWords(words);
            int deviceClass = Integer.parseInt(FRAMES.get(i).substring(0, 3), 16);
            MessageKind<?> kind = assertInstanceOf(MessageKind.class, Catalogue.kindOf(frame, deviceClass));
            Message message = kind.parse(frame);
            assertEquals(FRAMES.get(i + 1).strip(), message.toString());
            MessageFrame written = Frames.slot();
            if (message instanceof RowRequest request) {
                request.emit(written, new Header(0x010, 1, 0x11111111, 0x22222222));
            } else {
                ASKED.header(4, 0, 0, frame.function(), 1, 0x010);
                ASKED.contexts(0x11111111, 0x22222222);
                assertInstanceOf(RowReply.class, message).emit(ASKED, written);
            }
            assertEquals(words, Frames.words(written));
            seen.add(kind);
        }
        assertEquals(Set.copyOf(rows().toList()), seen);
    }

    @Test
    void everyRowAndEveryValueOfItSaysWhatItMeans() {
        rows().forEach(kind -> {
            MessageFrame frame = Frames.ofWords("00040001 00001010 00000000 00000000");
            Message message = kind.parse(frame);
            Row row = message instanceof RowRequest request ? request.row() : assertInstanceOf(RowReply.class, message).row();
            assertFalse(row.meaning().isBlank());
            row.values().forEach(value -> assertFalse(value.meaning().isBlank()));
        });
    }

    private static Stream<MessageKind<?>> rows() {
        return Stream.of(List.of(Rows.LAN_SDU_SEND, Rows.BLOCK_REASSIGN, Rows.STATUS_CHECK, Rows.MEDIA_EJECT, Rows.SCSI_DEVICE_RESET,
            Rows.ADAPTER_RESET, Rows.BUS_RESET), Rows.DDM, Rows.PEER, Rows.HOT_PLUG)
            .<MessageKind<?>>flatMap(List::stream).filter(kind -> kind != PtPostReceiveReply.KIND);
    }
}
