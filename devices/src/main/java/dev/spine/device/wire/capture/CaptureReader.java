package dev.spine.device.wire.capture;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Reads pcap and pcapng files, plain or gzip-compressed; see the package's manual for the formats and for what happens to
 * damaged files. Has no state of its own: any number of threads may use one reader.
 */
public final class CaptureReader {
    /** The most that a file may unpack to when nothing else is asked for: 1 GiB. */
    public static final long DEFAULT_LIMIT_BYTES = 1L << 30;

    private static final int MAGIC_BYTES = 4;

    private final long limitBytes;
    private final VlanTags tags;

    /** A reader that takes files of up to {@link #DEFAULT_LIMIT_BYTES} and leaves VLAN tags in their frames. */
    public CaptureReader() {
        this(DEFAULT_LIMIT_BYTES, VlanTags.KEEP);
    }

    /**
     * A reader that refuses what is, or unpacks to, more than {@code limitBytes}: a small compressed file can hold more than
     * any memory.
     *
     * @param limitBytes the most bytes of a file, unpacked
     * @param tags what happens to VLAN tags
     * @throws IllegalArgumentException unless {@code limitBytes} is positive
     */
    public CaptureReader(long limitBytes, VlanTags tags) {
        if (limitBytes <= 0) {
            throw new IllegalArgumentException("limitBytes is " + limitBytes + "; give at least 1");
        }
        this.limitBytes = limitBytes;
        this.tags = tags;
    }

    /**
     * Reads a file. Blocks; not for an agent's thread.
     *
     * @throws CaptureException if the file cannot be opened or is no capture that is read here: print the message
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
     * @throws CaptureException if the stream cannot be read or is no capture that is read here: print the message
     */
    public Capture read(String name, InputStream in) throws CaptureException {
        PcapInput input = PcapInput.open(name, in, limitBytes);
        CaptureFile file = open(input);
        CaptureBuilder builder = new CaptureBuilder(name);
        CaptureRecord record = new CaptureRecord();
        CaptureFile.Next next = file.next(record);
        while (next == CaptureFile.Next.PACKET) {
            add(input, record, builder);
            next = file.next(record);
        }
        if (next == CaptureFile.Next.CUT) {
            builder.cutAt(record.beginsAt());
        }
        return builder.build();
    }

    private static CaptureFile open(PcapInput input) throws CaptureException {
        byte[] magic = new byte[MAGIC_BYTES];
        int found = input.read(magic, 0, MAGIC_BYTES);
        if (found == 0) {
            throw input.refuse(0, "the file is empty", "record it again");
        }
        if (found < MAGIC_BYTES) {
            throw input.refuse(0, "the file has only " + found + " bytes", "record it again");
        }
        int value = ByteBuffer.wrap(magic).getInt();
        return value == PcapngFile.SECTION_HEADER ? PcapngFile.open(input) : PcapFile.open(input, value);
    }

    /** Adds a packet to the capture, as the Ethernet frame that it was or could have been, or counts why it is not there. */
    private void add(PcapInput input, CaptureRecord record, CaptureBuilder builder) throws CaptureException {
        LinkLayer layer = LinkLayer.of(record.linkType());
        if (layer == null) {
            builder.count(CaptureOddity.OTHER_LINK);
            return;
        }
        if (record.isShortened()) {
            builder.count(CaptureOddity.SHORTENED);
            return;
        }
        if (record.length() < layer.headerBytes()) {
            builder.count(CaptureOddity.RUNT);
            return;
        }
        layer.becomeEthernet(record);
        if (tags == VlanTags.TAKE_OFF && LinkLayer.takeTagsOff(record)) {
            builder.count(CaptureOddity.TAGGED);
        }
        if (!builder.hasRoomFor(record.length())) {
            throw input.refuse(
                    record.beginsAt(), "the packets before it fill 2 GiB", "split the file (editcap -c) and use a part");
        }
        builder.add(record.bytes(), record.begin(), record.length(), record.timestampNs());
    }
}
