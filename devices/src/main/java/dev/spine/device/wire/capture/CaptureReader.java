package dev.spine.device.wire.capture;

import static dev.spine.device.wire.capture.PcapLayout.CAPTURED_BYTES;
import static dev.spine.device.wire.capture.PcapLayout.FILE_HEADER_BYTES;
import static dev.spine.device.wire.capture.PcapLayout.LINK_TYPE;
import static dev.spine.device.wire.capture.PcapLayout.LINK_TYPE_ETHERNET;
import static dev.spine.device.wire.capture.PcapLayout.MAGIC;
import static dev.spine.device.wire.capture.PcapLayout.MAJOR;
import static dev.spine.device.wire.capture.PcapLayout.MAX_PACKET_BYTES;
import static dev.spine.device.wire.capture.PcapLayout.MINOR;
import static dev.spine.device.wire.capture.PcapLayout.RECORD_HEADER_BYTES;
import static dev.spine.device.wire.capture.PcapLayout.SECONDS;
import static dev.spine.device.wire.capture.PcapLayout.TICKS;
import static dev.spine.device.wire.capture.PcapLayout.VERSION_MAJOR;
import static dev.spine.device.wire.capture.PcapLayout.VERSION_MINOR;
import static dev.spine.device.wire.capture.PcapLayout.WIRE_BYTES;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Reads classic pcap files, plain or gzip-compressed; see the package's manual for the format and for what happens to
 * damaged files. Has no state of its own: any number of threads may use one reader.
 */
public final class CaptureReader {
    /** The most that a file may unpack to when nothing else is asked for: 1 GiB. */
    public static final long DEFAULT_LIMIT_BYTES = 1L << 30;

    private static final int PCAPNG_MAGIC = 0x0A0D0D0A;

    private final long limitBytes;

    /** A reader that takes files of up to {@link #DEFAULT_LIMIT_BYTES}. */
    public CaptureReader() {
        this(DEFAULT_LIMIT_BYTES);
    }

    /**
     * A reader that refuses what is, or unpacks to, more than {@code limitBytes}: a small compressed file can hold more than
     * any memory.
     *
     * @throws IllegalArgumentException unless {@code limitBytes} is positive
     */
    public CaptureReader(long limitBytes) {
        if (limitBytes <= 0) {
            throw new IllegalArgumentException("limitBytes is " + limitBytes + "; give at least 1");
        }
        this.limitBytes = limitBytes;
    }

    /**
     * Reads a file. Blocks; not for an agent's thread.
     *
     * @throws CaptureException if the file cannot be opened or is no capture of an Ethernet wire: print the message
     */
    public Capture read(Path file) throws CaptureException {
        try (InputStream in = Files.newInputStream(file)) {
            return read(file.toString(), in);
        } catch (CaptureException e) {
            throw e;
        } catch (NoSuchFileException e) {
            throw new CaptureException(file.toString(), 0, "there is no such file", "check the name", e);
        } catch (IOException e) {
            throw new CaptureException(
                    file.toString(), 0, "cannot be opened (" + PcapInput.oneLine(e) + ")", "name a file that you may read", e);
        }
    }

    /**
     * Reads a stream to its end and leaves it open. Blocks; not for an agent's thread.
     *
     * @param name what messages and the capture's {@link Capture#name()} call it
     * @throws CaptureException if the stream cannot be read or is no capture of an Ethernet wire: print the message
     */
    public Capture read(String name, InputStream in) throws CaptureException {
        PcapInput input = PcapInput.open(name, in, limitBytes);
        FileHeader fileHeader = readFileHeader(input);
        CaptureBuilder builder = new CaptureBuilder(name);
        ByteBuffer header = ByteBuffer.allocate(RECORD_HEADER_BYTES).order(fileHeader.order());
        byte[] packet = new byte[MAX_PACKET_BYTES];
        while (true) {
            long recordByte = input.position();
            int headerBytes = input.read(header.array(), RECORD_HEADER_BYTES);
            if (headerBytes < RECORD_HEADER_BYTES) {
                if (headerBytes > 0 || input.isTorn()) {
                    builder.cutAt(recordByte);
                }
                return builder.build();
            }
            long capturedBytes = Integer.toUnsignedLong(header.getInt(CAPTURED_BYTES));
            long wireBytes = Integer.toUnsignedLong(header.getInt(WIRE_BYTES));
            checkLengths(input, recordByte, capturedBytes, wireBytes);
            int packetBytes = (int) capturedBytes;
            if (input.read(packet, packetBytes) < packetBytes) {
                builder.cutAt(recordByte);
                return builder.build();
            }
            if (capturedBytes < wireBytes) {
                builder.leaveOutShortened();
            } else if (builder.hasRoomFor(packetBytes)) {
                builder.add(packet, packetBytes, timestampNs(header, fileHeader.clock()));
            } else {
                throw input.refuse(recordByte, "the packets before it fill 2 GiB", "split the file (editcap -c) and use a part");
            }
        }
    }

    /** What the file header settles for all records. */
    private record FileHeader(ByteOrder order, CaptureClock clock) {
    }

    private static FileHeader readFileHeader(PcapInput input) throws CaptureException {
        ByteBuffer header = ByteBuffer.allocate(FILE_HEADER_BYTES);
        int headerBytes = input.read(header.array(), FILE_HEADER_BYTES);
        if (headerBytes == 0) {
            throw input.refuse(0, "the file is empty", "record it again");
        }
        if (headerBytes < Integer.BYTES) {
            throw input.refuse(0, "the file has only " + headerBytes + " bytes", "record it again");
        }
        FileHeader found = fileHeaderFor(header, input);
        if (headerBytes < FILE_HEADER_BYTES) {
            throw input.refuse(
                    headerBytes, "the file ends in its header of " + FILE_HEADER_BYTES + " bytes", "record it again");
        }
        header.order(found.order());
        int major = Short.toUnsignedInt(header.getShort(VERSION_MAJOR));
        int minor = Short.toUnsignedInt(header.getShort(VERSION_MINOR));
        if (major != MAJOR || minor != MINOR) {
            throw input.refuse(
                    VERSION_MAJOR,
                    "pcap version " + major + "." + minor + " is not known, only 2.4",
                    "write it again with tcpdump -r FILE -w NEW");
        }
        int linkType = header.getInt(LINK_TYPE);
        if (linkType != LINK_TYPE_ETHERNET) {
            throw input.refuse(
                    LINK_TYPE,
                    "link type " + Integer.toUnsignedString(linkType) + " is not Ethernet (1)",
                    "record on an Ethernet interface, not on \"any\"");
        }
        return found;
    }

    private static FileHeader fileHeaderFor(ByteBuffer header, PcapInput input) throws CaptureException {
        for (ByteOrder order : new ByteOrder[] {ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN}) {
            int magic = header.order(order).getInt(MAGIC);
            for (CaptureClock clock : CaptureClock.values()) {
                if (magic == clock.magic()) {
                    return new FileHeader(order, clock);
                }
            }
        }
        int magic = header.order(ByteOrder.BIG_ENDIAN).getInt(MAGIC);
        if (magic == PCAPNG_MAGIC) {
            throw input.refuse(MAGIC, "this is pcapng, not classic pcap", "convert it with editcap -F pcap FILE NEW");
        }
        throw input.refuse(
                MAGIC,
                "this is no pcap file (it begins with 0x" + String.format(Locale.ROOT, "%08X", magic) + ")",
                "name a file that tcpdump -w wrote");
    }

    private static void checkLengths(PcapInput input, long recordByte, long capturedBytes, long wireBytes) throws CaptureException {
        if (capturedBytes > MAX_PACKET_BYTES) {
            throw input.refuse(
                    recordByte + CAPTURED_BYTES,
                    "a packet of " + capturedBytes + " bytes, but none is longer than " + MAX_PACKET_BYTES,
                    "the file is damaged here, record it again");
        }
        if (capturedBytes > wireBytes) {
            throw input.refuse(
                    recordByte + WIRE_BYTES,
                    "a packet with " + capturedBytes + " bytes recorded of " + wireBytes + " sent",
                    "the file is damaged here, record it again");
        }
    }

    /** Cannot overflow: 2^32 seconds and 2^32 microseconds are together below 2^63 ns. A part above one second is added up. */
    private static long timestampNs(ByteBuffer header, CaptureClock clock) {
        long seconds = Integer.toUnsignedLong(header.getInt(SECONDS));
        long ticks = Integer.toUnsignedLong(header.getInt(TICKS));
        return seconds * 1_000_000_000L + ticks * clock.nsPerTick();
    }
}
