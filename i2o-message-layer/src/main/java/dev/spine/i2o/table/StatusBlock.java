package dev.spine.i2o.table;

import dev.spine.i2o.IopState;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.layout.Octets;
import java.lang.foreign.MemorySegment;

/**
 * The status block: what an IOP says about itself in answer to StatusGet. Immutable; any thread.
 *
 * <p>The initiator polls the last byte, so the IOP writes that byte last, as a transfer of its own after the {@link #SYNC_BYTE_OFFSET}
 * bytes
 * before it.
 *
 * <p>Source: I2O 1.5 status block; SIG executive header.
 *
 * @param organizationId who built the IOP, 16 bits; not 0, one driver waits for it
 * @param iopId the number that SysTabSet gave, 12 bits; 0 before
 * @param hostUnitId number of the host, 16 bits
 * @param segmentNumber bus segment, 12 bits
 * @param i2oVersion 1 for 1.5; drivers refuse more
 * @param iopState a code of {@link IopState}
 * @param messengerType 0 for memory mapped
 * @param inboundFrameWords size of an inbound frame in words, 16 bits
 * @param initCode who initialised the outbound queue, 8 bits
 * @param maxInboundFrames inbound frames that the IOP can have
 * @param currentInboundFrames inbound frames that it has
 * @param maxOutboundFrames reply frames that it takes
 * @param productId product name, at most 24 ASCII characters
 * @param expectedLctBytes size of the LCT in bytes
 * @param capabilities bits of {@link Capabilities}
 * @param privateMemory private memory space
 * @param privateIo private I/O space
 */
public record StatusBlock(
    int organizationId, int iopId, int hostUnitId, int segmentNumber, int i2oVersion, int iopState, int messengerType,
    int inboundFrameWords, int initCode, int maxInboundFrames, int currentInboundFrames, int maxOutboundFrames, String productId,
    int expectedLctBytes, int capabilities, PrivateSpace privateMemory, PrivateSpace privateIo) implements Table {

    /** Bytes of a status block. */
    public static final int BYTES = 88;
    /** Where the byte is that is written last. */
    public static final int SYNC_BYTE_OFFSET = 87;
    /** What it holds when the block is complete. */
    public static final int SYNC_COMPLETE = 0xFF;

    private static final Field ORGANIZATION_ID = Field.u16("OrganizationID", 0);
    private static final Field IOP_ID = Field.u12("IOP_ID", 4);
    private static final Field HOST_UNIT_ID = Field.u16("HostUnitID", 6);
    private static final Field SEGMENT_NUMBER = Field.bits("SegmentNumber", 8, 11, 0);
    private static final Field I2O_VERSION = Field.bits("I2oVersion", 9, 7, 4);
    private static final Field IOP_STATE = Field.u8("IopState", 10);
    private static final Field MESSENGER_TYPE = Field.u8("MessengerType", 11);
    private static final Field INBOUND_FRAME_WORDS = Field.u16("InboundMFrameSize", 12);
    private static final Field INIT_CODE = Field.u8("InitCode", 14);
    private static final Field MAX_INBOUND = Field.u32("MaxInboundMFrames", 16);
    private static final Field CURRENT_INBOUND = Field.u32("CurrentInboundMFrames", 20);
    private static final Field MAX_OUTBOUND = Field.u32("MaxOutboundMFrames", 24);
    private static final Field PRODUCT_ID = Field.bytes("ProductIDString", 28, 24);
    private static final Field EXPECTED_LCT_BYTES = Field.u32("ExpectedLCTSize", 52);
    private static final Field CAPABILITIES = Field.u32("IopCapabilities", 56);
    private static final Field DESIRED_MEMORY = Field.u32("DesiredPrivateMemSize", 60);
    private static final Field CURRENT_MEMORY = Field.u32("CurrentPrivateMemSize", 64);
    private static final Field MEMORY_BASE = Field.u32("CurrentPrivateMemBase", 68);
    private static final Field DESIRED_IO = Field.u32("DesiredPrivateIOSize", 72);
    private static final Field CURRENT_IO = Field.u32("CurrentPrivateIOSize", 76);
    private static final Field IO_BASE = Field.u32("CurrentPrivateIOBase", 80);
    private static final Field SYNC_BYTE = Field.u8("SyncByte", SYNC_BYTE_OFFSET);
    /** The fields of the block. */
    public static final Layout LAYOUT = Layout.of("StatusBlock", BYTES, ORGANIZATION_ID, IOP_ID, HOST_UNIT_ID, SEGMENT_NUMBER, I2O_VERSION,
        IOP_STATE, MESSENGER_TYPE, INBOUND_FRAME_WORDS, INIT_CODE, MAX_INBOUND, CURRENT_INBOUND, MAX_OUTBOUND, PRODUCT_ID,
        EXPECTED_LCT_BYTES, CAPABILITIES, DESIRED_MEMORY, CURRENT_MEMORY, MEMORY_BASE, DESIRED_IO, CURRENT_IO, IO_BASE, SYNC_BYTE);

    /** What an IOP can do: bits of {@link StatusBlock#capabilities()}. */
    public static final class Capabilities {
        /** Contexts of 32 bits only: two bits that are 0. */
        public static final int CONTEXT_32_BIT_ONLY = 0x0;
        /** Contexts of 64 bits only. */
        public static final int CONTEXT_64_BIT_ONLY = 0x1;
        /** Contexts of either size, but not both at once. */
        public static final int CONTEXT_EITHER = 0x2;
        /** Contexts of both sizes at once. */
        public static final int CONTEXT_BOTH = 0x3;
        /** No context size is in use yet. */
        public static final int CONTEXT_NONE_CURRENT = 0x0;
        /** The context size now in use is 64 bits. */
        public static final int CONTEXT_64_BIT_CURRENT = 0x8;
        /** Both context sizes are in use. */
        public static final int CONTEXT_BOTH_CURRENT = 0xC;
        /** The context size now in use is 32 bits. */
        public static final int CONTEXT_32_BIT_CURRENT = 0x4;
        /** Takes messages from peers. */
        public static final int INBOUND_PEER = 0x10;
        /** Sends messages to peers. */
        public static final int OUTBOUND_PEER = 0x20;
        /** Both, between devices. */
        public static final int PEER_TO_PEER = 0x40;

        private Capabilities() {
        }
    }

    /**
     * Address space that the host grants for adapters that it does not see.
     *
     * @param desiredBytes what the IOP asks for
     * @param currentBytes what it has
     * @param base where that begins
     */
    public record PrivateSpace(int desiredBytes, int currentBytes, int base) {
        /** Nothing asked, nothing granted. */
        public static final PrivateSpace NONE = new PrivateSpace(0, 0, 0);
    }

    /**
     * Whether a block has been written to the end.
     *
     * @param memory where it lies
     * @param offset byte offset of its first byte
     * @return true: {@link #parse} may be called
     */
    public static boolean isComplete(MemorySegment memory, long offset) {
        return SYNC_BYTE.get(memory, offset) == SYNC_COMPLETE;
    }

    /**
     * Reads a block.
     *
     * @param memory where it lies, {@link #BYTES} bytes
     * @param offset byte offset of its first byte
     * @return its values, whether or not it is complete
     */
    public static StatusBlock parse(MemorySegment memory, long offset) {
        return new StatusBlock(ORGANIZATION_ID.get(memory, offset), IOP_ID.get(memory, offset), HOST_UNIT_ID.get(memory, offset),
            SEGMENT_NUMBER.get(memory, offset), I2O_VERSION.get(memory, offset), IOP_STATE.get(memory, offset),
            MESSENGER_TYPE.get(memory, offset), INBOUND_FRAME_WORDS.get(memory, offset), INIT_CODE.get(memory, offset),
            MAX_INBOUND.get(memory, offset), CURRENT_INBOUND.get(memory, offset), MAX_OUTBOUND.get(memory, offset),
            PRODUCT_ID.getBytes(memory, offset).text(), EXPECTED_LCT_BYTES.get(memory, offset), CAPABILITIES.get(memory, offset),
            new PrivateSpace(DESIRED_MEMORY.get(memory, offset), CURRENT_MEMORY.get(memory, offset), MEMORY_BASE.get(memory, offset)),
            new PrivateSpace(DESIRED_IO.get(memory, offset), CURRENT_IO.get(memory, offset), IO_BASE.get(memory, offset)));
    }

    @Override
    public int sizeBytes() {
        return BYTES;
    }

    /** {@inheritDoc} The last byte says "complete"; an IOP moves it alone, after the others. */
    @Override
    public void emit(MemorySegment memory, long offset) {
        memory.asSlice(offset, BYTES).fill((byte) 0);
        ORGANIZATION_ID.set(memory, offset, organizationId);
        IOP_ID.set(memory, offset, iopId);
        HOST_UNIT_ID.set(memory, offset, hostUnitId);
        SEGMENT_NUMBER.set(memory, offset, segmentNumber);
        I2O_VERSION.set(memory, offset, i2oVersion);
        IOP_STATE.set(memory, offset, iopState);
        MESSENGER_TYPE.set(memory, offset, messengerType);
        INBOUND_FRAME_WORDS.set(memory, offset, inboundFrameWords);
        INIT_CODE.set(memory, offset, initCode);
        MAX_INBOUND.set(memory, offset, maxInboundFrames);
        CURRENT_INBOUND.set(memory, offset, currentInboundFrames);
        MAX_OUTBOUND.set(memory, offset, maxOutboundFrames);
        PRODUCT_ID.setBytes(memory, offset, Octets.ascii(productId));
        EXPECTED_LCT_BYTES.set(memory, offset, expectedLctBytes);
        CAPABILITIES.set(memory, offset, capabilities);
        DESIRED_MEMORY.set(memory, offset, privateMemory.desiredBytes);
        CURRENT_MEMORY.set(memory, offset, privateMemory.currentBytes);
        MEMORY_BASE.set(memory, offset, privateMemory.base);
        DESIRED_IO.set(memory, offset, privateIo.desiredBytes);
        CURRENT_IO.set(memory, offset, privateIo.currentBytes);
        IO_BASE.set(memory, offset, privateIo.base);
        SYNC_BYTE.set(memory, offset, SYNC_COMPLETE);
    }
}
