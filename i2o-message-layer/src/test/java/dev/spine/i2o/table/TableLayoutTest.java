package dev.spine.i2o.table;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.i2o.layout.Layout;
import org.junit.jupiter.api.Test;

/** The layout of every table, written out again: name, bytes, then field, byte offset, bits. */
class TableLayoutTest {
    private static final String ARCHITECTURE = """
        StatusBlock 88
          OrganizationID 0 [15:0]
          IOP_ID 4 [11:0]
          HostUnitID 6 [15:0]
          SegmentNumber 8 [11:0]
          I2oVersion 9 [7:4]
          IopState 10 [7:0]
          MessengerType 11 [7:0]
          InboundMFrameSize 12 [15:0]
          InitCode 14 [7:0]
          MaxInboundMFrames 16 [31:0]
          CurrentInboundMFrames 20 [31:0]
          MaxOutboundMFrames 24 [31:0]
          ProductIDString 28 [191:0]
          ExpectedLCTSize 52 [31:0]
          IopCapabilities 56 [31:0]
          DesiredPrivateMemSize 60 [31:0]
          CurrentPrivateMemSize 64 [31:0]
          CurrentPrivateMemBase 68 [31:0]
          DesiredPrivateIOSize 72 [31:0]
          CurrentPrivateIOSize 76 [31:0]
          CurrentPrivateIOBase 80 [31:0]
          SyncByte 87 [7:0]
        HRT 8
          NumberEntries 0 [15:0]
          EntryLength 2 [7:0]
          HRTVersion 3 [7:0]
          CurrentChangeIndicator 4 [31:0]
        HRTEntry 16
          AdapterID 0 [31:0]
          ControllingTID 4 [11:0]
          AdapterState 4 [15:12]
          BusNumber 6 [7:0]
          BusType 7 [7:0]
          BusInformation 8 [63:0]
        PCIBus 8
          PciFunctionNumber 0 [7:0]
          PciDeviceNumber 1 [7:0]
          PciBusNumber 2 [7:0]
          PciVendorID 4 [15:0]
          PciDeviceID 6 [15:0]
        LocalBus 8
          LbBaseIOPort 0 [15:0]
          LbBaseMemoryAddress 4 [31:0]
        ISABus 8
          IsaBaseIOPort 0 [15:0]
          CSN 2 [7:0]
          IsaBaseMemoryAddress 4 [31:0]
        EISABus 8
          EisaBaseIOPort 0 [15:0]
          EisaSlotNumber 3 [7:0]
          EisaBaseMemoryAddress 4 [31:0]
        MCABus 8
          McaBaseIOPort 0 [15:0]
          McaSlotNumber 3 [7:0]
          McaBaseMemoryAddress 4 [31:0]
        OtherBus 8
          BaseIOPort 0 [15:0]
          BaseMemoryAddress 4 [31:0]
        LCT 12
          TableSize 0 [15:0]
          BootDeviceTID 2 [11:0]
          LctVer 2 [15:12]
          IopFlags 4 [31:0]
          CurrentChangeIndicator 8 [31:0]
        LCTEntry 36
          TableEntrySize 0 [15:0]
          LocalTID 2 [11:0]
          ChangeIndicator 4 [31:0]
          DeviceFlags 8 [31:0]
          ClassID 12 [31:0]
          SubClassInfo 16 [31:0]
          UserTID 20 [11:0]
          ParentTID 20 [23:12]
          BiosInfo 20 [31:24]
          IdentityTag 24 [63:0]
          EventCapabilities 32 [31:0]
        ClassID 4
          Class 0 [11:0]
          Version 0 [15:12]
          OrganizationID 0 [31:16]
        SerialInformation 258
          SerialNumberLength 0 [7:0]
          SerialNumberFormat 1 [7:0]
          SerialNumber 2 [2047:0]
        SystemTable 16
          NumberEntries 0 [7:0]
          SysTabVersion 1 [7:0]
          CurrentChangeIndicator 4 [31:0]
        SystemTableEntry 32
          OrganizationID 0 [15:0]
          IOP_ID 4 [11:0]
          SegmentNumber 8 [11:0]
          I2oVersion 8 [15:12]
          IopState 10 [7:0]
          MessengerType 11 [7:0]
          InboundMessageFrameSize 12 [15:0]
          LastChanged 16 [31:0]
          IopCapabilities 20 [31:0]
          InboundMessagePortAddressLow 24 [31:0]
          InboundMessagePortAddressHigh 28 [31:0]
        MessengerInformation 8
          InboundMessagePortAddressLow 0 [31:0]
          InboundMessagePortAddressHigh 4 [31:0]
        IopResetStatus 4
          ResetStatus 0 [7:0]
        OutboundInitStatus 4
          InitStatus 0 [7:0]
        ReclaimList 12
          MFACount 0 [31:0]
          MFAReleaseCount 4 [31:0]
          MFAAddress 8 [31:0]
        SwID 4
          ModuleID 0 [15:0]
          OrganizationID 2 [15:0]
        ModuleImageHeader 72
          headerSize 0 [31:0]
          OrganizationID 4 [15:0]
          ModuleID 6 [15:0]
          day 8 [15:0]
          month 10 [15:0]
          year 12 [31:0]
          I2oVersion 16 [7:0]
          contextSupport 17 [7:0]
          codeSize 20 [31:0]
          tableOffset 24 [31:0]
          memoryRequired 28 [31:0]
          memoryPreferred 32 [31:0]
          version 36 [31:0]
          processorType 40 [7:0]
          processorVersion 41 [7:0]
          objectFormat 42 [7:0]
          attachNotificationLevel 43 [7:0]
          numTables 44 [31:0]
          info 48 [191:0]
        ModuleTableHeader 8
          length 0 [15:0]
          descriptor 2 [15:0]
          entrySize 4 [7:0]
          entries 5 [7:0]
          version 6 [7:0]
        ModuleParameterBlock 16
          size 0 [31:0]
          OrganizationID 4 [15:0]
          ModuleID 6 [15:0]
          version 8 [31:0]
        PeerDataUnit 16
          serviceType 0 [31:0]
          sourceUnit 4 [15:0]
          sourceIop 6 [15:0]
          sourceTid 8 [15:0]
          destUnit 10 [15:0]
          destIop 12 [15:0]
          destTid 14 [15:0]
        """;

    @Test
    void everyTableHasTheLayoutOfTheArchitecture() {
        StringBuilder text = new StringBuilder();
        for (Layout layout : TableLayouts.ALL) {
            text.append(layout.name()).append(' ').append(layout.sizeBytes()).append('\n');
            layout.fields().forEach(field -> text.append("  ").append(field.name()).append(' ').append(field.byteOffset()).append(" [")
                .append(field.firstBit() + field.bits() - 1).append(':').append(field.firstBit()).append("]\n"));
        }
        assertEquals(ARCHITECTURE, text.toString());
    }
}
