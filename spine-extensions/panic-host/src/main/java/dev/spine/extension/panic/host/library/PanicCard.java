package dev.spine.extension.panic.host.library;

import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.host.library.InterfaceException;
import dev.spine.extension.panic.card.PanicProtocol;
import dev.spine.extension.panic.card.PanicStatus;
import dev.spine.extension.panic.card.ProgramState;
import dev.spine.extension.panic.machine.Fault;
import dev.spine.extension.panic.program.ProgramFlaw;
import dev.spine.extension.panic.program.ProgramFormat;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.iop.engine.RevocationFence;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The programs of one card. Methods wait for the card; one thread at a time, not the host's agent. What the card refuses is an {@link
 * InterfaceException} that says what to do, and changes nothing. A reset of the card ends it: its programs are gone.
 */
public final class PanicCard implements AutoCloseable {
    private static final ValueLayout.OfInt WORD = ValueLayout.JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN);
    private static final int FIRST_GIVEN_ID = 32_768;
    private static final int FIRST_DETAIL = 2;
    private static final int HALF = 16;

    private final HostSide side;
    private final OrderLink link;
    private final List<PanicSegment> segments = new ArrayList<>();
    private int nextId = FIRST_GIVEN_ID;

    /**
     * A library for a card.
     *
     * @param side the node's host
     * @param instance the instance number of {@link dev.spine.extension.panic.card.PanicExtension} on the card
     */
    public PanicCard(HostSide side, int instance) {
        this.side = side;
        link = new OrderLink(side, instance);
    }

    private static int[] require(String what, int[] answer) {
        PanicStatus status = OrderLink.status(answer);
        if (status == PanicStatus.DONE) {
            return answer;
        }
        throw new InterfaceException(what + ": " + status.text() + (status == PanicStatus.FLAW ? flaw(answer) : ""));
    }

    private static String flaw(int[] answer) {
        ProgramFlaw[] all = ProgramFlaw.values();
        int flaw = answer[FIRST_DETAIL];
        return flaw < 0 || flaw >= all.length ? "" : ", byte " + answer[FIRST_DETAIL + 1] + ": " + all[flaw].text();
    }

    private static void requireBytes(byte[] file) {
        if (file.length == 0 || file.length > ProgramFormat.MAX_BYTES) {
            throw new IllegalArgumentException("a program file has 1 to " + ProgramFormat.MAX_BYTES + " bytes, not " + file.length);
        }
    }

    // --- programs

    /**
     * Loads a program.
     *
     * @param file the bytes of a program file; one without a number gets one that is free, from 32,768 on
     * @return the program's number
     */
    public int load(byte[] file) {
        requireBytes(file);
        boolean hasId = file.length < ProgramFormat.HEADER_BYTES || ByteBuffer.wrap(file).getShort(ProgramFormat.ID_AT) != 0;
        if (hasId) {
            return load(file, 0);
        }
        int[] answer;
        do {
            nextId = nextId == ProgramFormat.MAX_ID ? FIRST_GIVEN_ID : nextId + 1;
            answer = link.askWithData("load", PanicProtocol.LOAD, file, nextId);
        } while (OrderLink.status(answer) == PanicStatus.ID_TAKEN);
        return require("the program cannot be loaded", answer)[FIRST_DETAIL];
    }

    /**
     * Loads a program under a number.
     *
     * @param file the bytes of a program file
     * @param id 1 to 65,535: what the file says, if it says one; 0 for what it says
     * @return the program's number
     */
    public int load(byte[] file, int id) {
        requireBytes(file);
        return require("the program cannot be loaded", link.askWithData("load", PanicProtocol.LOAD, file, id))[FIRST_DETAIL];
    }

    private void order(String does, int order, int id) {
        require("program " + id + " cannot be " + does, link.ask(does, order, id));
    }

    /**
     * Unloads a program, whatever it does; returns when its memory is free.
     *
     * @param id its number
     */
    public void unload(int id) {
        order("unloaded", PanicProtocol.UNLOAD, id);
    }

    /**
     * Runs a program that does not run: its variables become 0, and its start-up block begins.
     *
     * @param id its number
     */
    public void run(int id) {
        order("run", PanicProtocol.RUN, id);
    }

    /**
     * Stops a program that runs; its variables can be read, and it can be run again. Messages that wait for it are dropped.
     *
     * @param id its number
     */
    public void stop(int id) {
        order("stopped", PanicProtocol.STOP, id);
    }

    /**
     * Gives a program other code between two activations; returns when it has it. Variables of the same name and size stay, and so do
     * messages that wait, and its state.
     *
     * @param id its number
     * @param file the bytes of a program file with the same number, or none
     */
    public void replace(int id, byte[] file) {
        requireBytes(file);
        require("program " + id + " cannot be replaced", link.askWithData("replace", PanicProtocol.REPLACE, file, id));
    }

    /**
     * Sends a message to a program.
     *
     * @param id its number
     * @param trigger which of its triggers
     * @param payload of the message; its words are big-endian for the program
     */
    public void send(int id, int trigger, byte[] payload) {
        int[] answer;
        if (payload.length > PanicProtocol.MAX_SMALL_BYTES) {
            answer = link.askWithData("send", PanicProtocol.SEND, payload, id, trigger);
        } else {
            int[] words = new int[3 + PanicProtocol.MAX_SMALL_BYTES / Integer.BYTES];
            words[0] = id;
            words[1] = trigger;
            words[2] = payload.length;
            for (int i = 0; i < payload.length; i++) {
                words[3 + i / Integer.BYTES] |= (payload[i] & 0xFF) << (Integer.BYTES - 1 - i % Integer.BYTES) * Byte.SIZE;
            }
            answer = link.ask("send", PanicProtocol.SEND, words);
        }
        require("the message cannot be sent to trigger " + trigger + " of program " + id, answer);
    }

    /**
     * Sends words to a program.
     *
     * @param id its number
     * @param trigger which of its triggers
     * @param words the payload
     */
    public void send(int id, int trigger, int... words) {
        ByteBuffer payload = ByteBuffer.allocate(words.length * Integer.BYTES);
        payload.asIntBuffer().put(words);
        send(id, trigger, payload.array());
    }

    // --- looking

    /** {@return the programs of the card, in no order that means something} */
    public List<ProgramListing> list() {
        List<ProgramListing> all = new ArrayList<>();
        int[] answer = link.ask("list", PanicProtocol.LIST, 0);
        while (OrderLink.status(answer) == PanicStatus.DONE) {
            all.add(listing(answer));
            answer = link.ask("list", PanicProtocol.LIST, answer[PanicProtocol.PLACE] + 1);
        }
        return List.copyOf(all);
    }

    /**
     * {@return a program, as it stands}
     *
     * @param id its number
     */
    public ProgramListing program(int id) {
        return list().stream().filter(each -> each.id() == id).findFirst()
            .orElseThrow(() -> new InterfaceException("program " + id + ": " + PanicStatus.NO_PROGRAM.text()));
    }

    private ProgramListing listing(int[] words) {
        int id = words[PanicProtocol.ID];
        int[] name = words(id, PanicProtocol.NAME, 0, 1);
        List<Integer> letters = new ArrayList<>();
        for (int word = 0; word < ProgramFormat.MAX_NAME_BYTES / Integer.BYTES + 1 && name.length > 0; word++) {
            letters.add(name[0]);
            int[] answer = link.ask("read", PanicProtocol.READ, id, PanicProtocol.NAME, word + 1, 1);
            name = OrderLink.status(answer) == PanicStatus.DONE ? new int[] {answer[FIRST_DETAIL]} : new int[0];
        }
        ByteBuffer bytes = ByteBuffer.allocate(letters.size() * Integer.BYTES);
        letters.forEach(bytes::putInt);
        int state = words[PanicProtocol.STATE];
        return new ProgramListing(id, new String(bytes.array(), StandardCharsets.US_ASCII).replace("\0", ""),
            ProgramState.values()[state & 0xFFFF], Fault.values()[state >>> HALF], words[PanicProtocol.OFFSET], words[PanicProtocol.LINE],
            words[PanicProtocol.DATA_WORDS], words[PanicProtocol.FILE_BYTES], words[PanicProtocol.WAITING],
            words[PanicProtocol.ACTIVATIONS], words[PanicProtocol.STEPS]);
    }

    private int[] words(int id, int what, int first, int count) {
        int[] all = new int[count];
        for (int done = 0; done < count; done += PanicProtocol.MAX_READ) {
            int part = Math.min(count - done, PanicProtocol.MAX_READ);
            int[] answer = require("program " + id + " cannot be read", link.ask("read", PanicProtocol.READ, id, what, first + done, part));
            System.arraycopy(answer, FIRST_DETAIL, all, done, part);
        }
        return all;
    }

    /**
     * {@return words of a program's data area} While the program runs they are of different moments.
     *
     * @param id its number
     * @param first the first word
     * @param count how many
     */
    public int[] read(int id, int first, int count) {
        return words(id, PanicProtocol.DATA, first, count);
    }

    /**
     * {@return a program's file, as it lies in the card's memory}
     *
     * @param id its number
     */
    public byte[] file(int id) {
        int[] words = words(id, PanicProtocol.FILE, 0, program(id).fileBytes() / Integer.BYTES);
        ByteBuffer bytes = ByteBuffer.allocate(words.length * Integer.BYTES);
        bytes.asIntBuffer().put(words);
        return bytes.array();
    }

    /** {@return what is free on the card} */
    public CardRoom room() {
        int[] answer = require("the card does not say what is free", link.ask("room", PanicProtocol.ROOM));
        int at = FIRST_DETAIL;
        return new CardRoom(answer[at++], answer[at++], answer[at++], answer[at++], answer[at++], answer[at]);
    }

    // --- memory

    /**
     * Makes memory that programs of the card reach under a number.
     *
     * @param number 1 to 63, not in use
     * @param bytes how many, from 1 on
     * @return the segment
     */
    public PanicSegment segment(int number, int bytes) {
        if (number < 1 || number >= PanicProtocol.SEGMENTS || bytes < 1) {
            throw new IllegalArgumentException("a segment has a number of 1 to " + (PanicProtocol.SEGMENTS - 1) + " and at least a byte");
        }
        return attach(number, bytes);
    }

    /** {@return flags, locks and display; without them, FLAG and LOCK are faults on the card and DISPLAY is lost} */
    public PanicControl control() {
        PanicSegment segment = attach(0, PanicProtocol.CONTROL_BYTES);
        segment.memory().set(WORD, (long) PanicProtocol.VERSION_WORD * Integer.BYTES, PanicProtocol.VERSION);
        return new PanicControl(segment);
    }

    private PanicSegment attach(int number, int bytes) {
        Region region = side.memory().allocateClosed("PANIC segment " + number, bytes);
        long grant = side.tasks().call(() -> side.memory().grant(region, side.runtime().busAgent()));
        PanicSegment segment = new PanicSegment(this, number, region, grant);
        boolean isMade = false;
        try {
            require("segment " + number + " cannot be made", link.grant("attach", number, region, grant));
            segments.add(segment);
            isMade = true;
            return segment;
        } finally {
            if (!isMade) {
                revoke(grant);
                side.tasks().run(() -> side.memory().free(region));
            }
        }
    }

    void revoke(long grant) {
        RevocationFence fence = side.tasks().call(() -> {
            side.memory().revoke(grant);
            RevocationFence begun = side.agent().context().newFence();
            begun.begin();
            return begun;
        });
        side.tasks().await("the end of a segment's grant", fence::isPassed);
    }

    void detach(PanicSegment segment) {
        try {
            link.ask("detach", PanicProtocol.DETACH, segment.number());
        } catch (InterfaceException | AwaitFailedException _) {
            // The card half is gone, and has nothing of it any more.
        }
        segments.remove(segment);
        side.tasks().run(() -> side.memory().free(segment.region()));
    }

    /** Frees the segments that are left. Programs stay on the card. */
    @Override
    public void close() {
        List.copyOf(segments).forEach(PanicSegment::close);
    }
}
