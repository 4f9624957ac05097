package dev.spine.i2o.message.catalogue;

import dev.spine.i2o.DeviceClass;
import dev.spine.i2o.Function;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.SingleReply;
import dev.spine.i2o.message.catalogue.Row.Tail;
import dev.spine.i2o.message.catalogue.Row.Value;
import dev.spine.i2o.message.peer.PtPostReceiveReply;
import java.util.List;

/**
 * The messages that no program of this project needs as a class: rows, so that traces and the specification show them. Immutable; any
 * thread. A row has the message's name, function, words of the fixed part, meaning, and each value with its place and meaning.
 */
final class Rows {
    /** Source: I2O 1.5 LAN class; SIG LAN header. */
    static final MessageKind<?> LAN_SDU_SEND =
        request("LanSduSend", DeviceClass.LAN, Function.LAN_SDU_SEND, "LanSduSend", 4, Tail.MANY,
            "Sends service data units, one buffer each, whose MAC header the device builds: the context of the first "
                + "element carries the transaction context and the destination. Answered by LanSendReply. The word of the "
                + "transaction context holds the control word.",
            value("transmitControlWord", Field.u32("TransmitControlWord", 12), "bits of TransmitControl"));

    /** Source: I2O 1.5 random block storage class; SIG headers. */
    static final MessageKind<?> BLOCK_REASSIGN =
        request("BlockReassign", DeviceClass.RANDOM_BLOCK_STORAGE, Function.BSA_BLOCK_REASSIGN, "BlockReassign", 5, Tail.ONE,
            "Gives bad blocks another place. The format of the list of blocks is not public, so a target refuses it as not supported.",
            value("timeMultiplier", Field.u8("TimeMultiplier", 18),
                "by how much the base timeouts of group 0x0001 are multiplied; 0 counts as 1"));

    /** Source: I2O 1.5 random block storage class; SIG headers. */
    static final MessageKind<?> STATUS_CHECK =
        request("StatusCheck", DeviceClass.RANDOM_BLOCK_STORAGE, Function.BSA_STATUS_CHECK, "StatusCheck", 4, Tail.NONE,
            "Asks whether the device is ready; the answer is its status alone.");

    /** Source: I2O 1.5 random block storage class; SIG headers. */
    static final MessageKind<?> MEDIA_EJECT =
        request("MediaEject", DeviceClass.RANDOM_BLOCK_STORAGE, Function.BSA_MEDIA_EJECT, "MediaEject", 5, Tail.NONE,
            "Unloads the medium; refused while it is locked.",
            value("mediaIdentifier", Field.u32("MediaIdentifier", 16),
                "which medium: 0xFFFFFFFF, Media.CURRENT, for the one in the device"));

    /** Source: I2O 1.5 SCSI peripheral class; SIG headers. */
    static final MessageKind<?> SCSI_DEVICE_RESET =
        request("ScsiDeviceReset", DeviceClass.SCSI_PERIPHERAL, Function.SCSI_DEVICE_RESET, "ScsiDeviceReset", 4, Tail.NONE,
            "Resets the device.");

    /** Source: I2O 1.5 bus adapter class; SIG headers. */
    static final MessageKind<?> ADAPTER_RESET =
        request("AdapterReset", DeviceClass.BUS_ADAPTER, Function.HBA_ADAPTER_RESET, "HbaAdapterReset", 4, Tail.NONE,
            "Resets the adapter and its bus.");

    /** Source: I2O 1.5 bus adapter class; SIG headers. */
    static final MessageKind<?> BUS_RESET =
        request("BusReset", DeviceClass.BUS_ADAPTER, Function.HBA_BUS_RESET, "HbaBusReset", 4, Tail.NONE,
            "Resets the bus: commands under way are answered as reset.");

    /**
     * The DDM class: what the executive of an IOP says to the modules on the same IOP. Hosts never send them; they use the functions of the
     * executive, which lead to these. What the architecture's public part gives is layouts and codes; when each is sent is an
     * interpretation of its name. The answer to each is an ordinary {@link SingleReply}.
     *
     * <p>Source: I2O DDM class; IRTOS DDM library header.
     */
    static final List<MessageKind<?>> DDM = List.of(
        ddm("DdmAdapterAttach", Function.DDM_ADAPTER_ATTACH, 5,
            "An adapter is given to the DDM: at boot, or by AdapterAssign.",
            value("adapterId", Field.u32("AdapterID", 16), "the IOP's number for the adapter")),
        ddm("DdmAdapterReconfig", Function.DDM_ADAPTER_RECONFIG, 5,
            "The resources of an adapter of the DDM changed.",
            value("adapterId", Field.u32("AdapterID", 16), "the IOP's number for the adapter")),
        ddm("DdmAdapterRelease", Function.DDM_ADAPTER_RELEASE, 6,
            "An adapter is taken away from the DDM.",
            value("adapterId", Field.u32("AdapterID", 16), "the IOP's number for the adapter"),
            value("operationFlags", Field.u8("OperationFlags", 23), "bits of OperationFlags")),
        ddm("DdmAdapterResume", Function.DDM_ADAPTER_RESUME, 5,
            "An adapter that was suspended goes on.",
            value("adapterId", Field.u32("AdapterID", 16), "the IOP's number for the adapter")),
        ddm("DdmAdapterSuspend", Function.DDM_ADAPTER_SUSPEND, 5,
            "An adapter is suspended.",
            value("adapterId", Field.u32("AdapterID", 16), "the IOP's number for the adapter")),
        ddm("DdmDeviceAttach", Function.DDM_DEVICE_ATTACH, 7,
            "A device is offered to the DDM, which then claims it.",
            value("deviceTid", Field.u12("DeviceTID", 16), "TID of the device"),
            value("classId", Field.u32("ClassID", 20), "class of the device, as in its LCT entry"),
            value("deviceFlags", Field.u32("DeviceFlags", 24), "flags of the device, as in its LCT entry")),
        ddm("DdmDeviceRelease", Function.DDM_DEVICE_RELEASE, 5,
            "A device is withdrawn from the DDM.",
            value("deviceTid", Field.u12("DeviceTID", 16), "TID of the device")),
        ddm("DdmDeviceReset", Function.DDM_DEVICE_RESET, 5,
            "A device of the DDM is to be reset.",
            value("deviceTid", Field.u12("DeviceTID", 16), "TID of the device")),
        ddm("DdmDeviceResume", Function.DDM_DEVICE_RESUME, 5,
            "A device of the DDM is to go on.",
            value("deviceTid", Field.u12("DeviceTID", 16), "TID of the device")),
        ddm("DdmDeviceSuspend", Function.DDM_DEVICE_SUSPEND, 5,
            "A device of the DDM is to be suspended.",
            value("deviceTid", Field.u12("DeviceTID", 16), "TID of the device")),
        ddm("DdmSelfReset", Function.DDM_SELF_RESET, 4,
            "The DDM is to reset itself."),
        ddm("DdmSelfResume", Function.DDM_SELF_RESUME, 4,
            "The DDM is to go on."),
        ddm("DdmSelfSuspend", Function.DDM_SELF_SUSPEND, 4,
            "The DDM is to suspend itself."),
        ddm("DdmSystemChange", Function.DDM_SYSTEM_CHANGE, 4,
            "The system table of a running system changed."),
        ddm("DdmSystemEnable", Function.DDM_SYSTEM_ENABLE, 4,
            "External operation begins."),
        ddm("DdmSystemHalt", Function.DDM_SYSTEM_HALT, 4,
            "External operation ends."),
        ddm("DdmAttachComplete", Function.DDM_ATTACH_COMPLETE, 5,
            "The attach phase of the boot is finished up to a level.",
            value("notificationLevel", Field.u8("NotificationLevel", 16), "the level")));

    /** The peer data services, whose manual is that of their package. Source: I2O 1.5 addendum B; SIG peer header. */
    static final List<MessageKind<?>> PEER = List.of(
        request("PtaServiceEstablish", DeviceClass.PEER_TRANSPORT_AGENT, Function.PTA_SERVICE_ESTABLISH, "PtaServiceEstablish", 4, Tail.ONE,
            "Gives the agent the function tables of a user. The list names memory of the IOP, so the message never leaves it."),
        request("PtServiceEstablish", DeviceClass.PEER_TRANSPORT, Function.PT_SERVICE_ESTABLISH, "PtServiceEstablish", 4, Tail.ONE,
            "Gives a peer transport the function tables of the agent. The list names memory of the IOP, so the message "
                + "never leaves it."),
        peer("PtConnect", Function.PT_CONNECT, 6, Tail.NONE,
            "Opens the connection with the peer transport of another IOP. Answered by PtConnectReply.",
            value("serviceVersion", Field.u16("PtaSvcMsgVersion", 16), "version of the service messages: 1"),
            value("requestedMaxData", Field.u32("ReqMaxData", 20), "the most bytes of data that the sender wants in one transfer")),
        peerReply("PtConnectReply", Function.PT_CONNECT, 6,
            "The answer to PtConnect.",
            value("requestStatus", SingleReply.REQUEST_STATUS, "a value of RequestStatus"),
            value("detailedStatus", SingleReply.DETAILED_STATUS, "a value of PeerStatus"),
            value("maxData", Field.u32("MaxData", 20), "the most bytes of data in one transfer")),
        peer("PtPostReceive", Function.PT_POST_RECEIVE, 3, Tail.MANY,
            "Gives receive buffers to the peer transport of another IOP: simple elements with a context each. The list "
                + "stands in the place of the transaction context. Answered by PtPostReceiveReply."),
        PtPostReceiveReply.KIND,
        peer("PtRemoteAllocate", Function.PT_REMOTE_ALLOCATE, 10, Tail.ONE,
            "Allocates memory of another IOP. Answered by PtRemoteAllocateReply.",
            value("totalMemory", Field.u32("totalMem", 16), "bytes in all"),
            value("bucketSize", Field.u32("bucketSize", 20), "bytes of a piece"),
            value("alignment", Field.u32("alignment", 24), "bytes to which a piece is aligned"),
            value("accessAttribute", Field.u32("accessAttr", 28), "a value of PeerCodes.AccessAttribute"),
            value("cacheAttribute", Field.u32("cacheAttr", 32), "bits of PeerCodes.CacheAttribute"),
            value("busId", Field.u32("busId", 36), "number of the bus from which it is used")),
        peerReply("PtRemoteAllocateReply", Function.PT_REMOTE_ALLOCATE, 6,
            "The answer to PtRemoteAllocate.",
            value("requestStatus", SingleReply.REQUEST_STATUS, "a value of RequestStatus"),
            value("detailedStatus", SingleReply.DETAILED_STATUS, "a value of PeerStatus"),
            value("handle", Field.u32("handle", 20), "by which the memory is named and freed")),
        peer("PtRemoteFree", Function.PT_REMOTE_FREE, 5, Tail.NONE,
            "Frees memory of another IOP.",
            value("handle", Field.u32("handle", 16), "by which the memory is named")),
        peer("PtRedirect", Function.PT_REDIRECT, 7, Tail.ONE,
            "Tells that data lie in a redirected buffer. The list describes pairs of offset and size, each 32 bits.",
            value("flags", Field.u32("flags", 16), "bits of PeerCodes.RedirectFlags"),
            value("handle", Field.u32("handle", 20), "by which the buffer is named"),
            value("count", Field.u32("count", 24), "how many pairs there are")),
        peer("PtRedirectAllocate", Function.PT_REDIRECT_ALLOCATE, 10, Tail.ONE,
            "Asks for a buffer to which data are redirected. Answered by PtRedirectAllocateReply.",
            value("size", Field.u32("size", 16), "bytes wanted"),
            value("minimum", Field.u32("minimum", 20), "bytes that are enough"),
            value("accessAttribute", Field.u32("accessAttr", 24), "a value of PeerCodes.AccessAttribute"),
            value("busId", Field.u32("busId", 28), "number of the bus from which it is used"),
            value("addressSpace", Field.u32("addrSpace", 32), "the address space that it is to lie in"),
            value("alignment", Field.u32("alignment", 36), "bytes to which it is aligned")),
        peerReply("PtRedirectAllocateReply", Function.PT_REDIRECT_ALLOCATE, 10,
            "The answer to PtRedirectAllocate.",
            value("requestStatus", SingleReply.REQUEST_STATUS, "a value of RequestStatus"),
            value("detailedStatus", SingleReply.DETAILED_STATUS, "a value of PeerStatus"),
            value("bufferFlags", Field.u32("bufferFlags", 20), "bits of PeerCodes.BufferFlags"),
            value("addressLow", Field.u32("addressLow", 24), "lower half of its bus address"),
            value("addressHigh", Field.u32("addressHigh", 28), "upper half of its bus address"),
            value("handle", Field.u32("handle", 32), "by which the buffer is named"),
            value("size", Field.u32("size", 36), "bytes that it has")),
        peer("PtRedirectDeallocate", Function.PT_REDIRECT_DEALLOCATE, 5, Tail.NONE,
            "Gives a redirected buffer back.",
            value("handle", Field.u32("handle", 16), "by which the buffer is named")));

    /**
     * The hot-plug controller class, which came with 2.0: power and attention of slots. The answer to each is an ordinary
     * {@link SingleReply}, its detailed status one of {@code HotPlugCodes.Status}.
     *
     * <p>Source: I2O 2.0 hot-plug controller class; SIG hot-plug header.
     */
    static final List<MessageKind<?>> HOT_PLUG = List.of(
        hotPlug("SlotPowerOn", Function.HPC_SLOT_POWER_ON, 5,
            "Turns the power of a slot on.",
            value("slotId", Field.u32("SlotID", 16), "number of the slot")),
        hotPlug("SlotPowerOff", Function.HPC_SLOT_POWER_OFF, 5,
            "Turns the power of a slot off.",
            value("slotId", Field.u32("SlotID", 16), "number of the slot")),
        hotPlug("AttentionIndicate", Function.HPC_ATTENTION_INDICATE, 6,
            "Sets the attention indicator of a slot.",
            value("slotId", Field.u32("SlotID", 16), "number of the slot"),
            value("attention", Field.u32("Attention", 20), "0 for normal, 1 for attention")));

    private Rows() {
    }

    private static Value value(String name, Field field, String meaning) {
        return new Value(name, field, meaning);
    }

    private static MessageKind<?> request(
        String name, int deviceClass, int function, String layoutName, int words, Tail tail, String meaning, Value... values) {
        return new Row(name, meaning, List.of(values), tail, MessageKind.Role.REQUEST, layoutName, words, deviceClass, function).kind();
    }

    private static MessageKind<?> ddm(String name, int function, int words, String meaning, Value... values) {
        return request(name, DeviceClass.DDM, function, name, words, Tail.NONE, meaning, values);
    }

    private static MessageKind<?> hotPlug(String name, int function, int words, String meaning, Value... values) {
        return request(name, DeviceClass.HOT_PLUG_CONTROLLER, function, "Hpc" + name, words, Tail.NONE, meaning, values);
    }

    private static MessageKind<?> peer(String name, int function, int words, Tail tail, String meaning, Value... values) {
        return request(name, DeviceClass.PEER_TRANSPORT, function, "Pci" + name, words, tail, meaning, values);
    }

    private static MessageKind<?> peerReply(String name, int function, int words, String meaning, Value... values) {
        return new Row(name, meaning, List.of(values), Tail.NONE, MessageKind.Role.REPLY, "Pci" + name, words,
            DeviceClass.PEER_TRANSPORT, function).kind();
    }
}
