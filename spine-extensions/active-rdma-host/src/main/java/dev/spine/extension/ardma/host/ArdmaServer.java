package dev.spine.extension.ardma.host;

import dev.spine.extension.ardma.ArdmaProtocol;
import dev.spine.extension.host.library.ExtensionPort;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.host.library.InterfaceException;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.message.RuntimeProtocol;
import dev.spine.extension.runtime.meter.Metering;
import dev.spine.host.driver.Pending;
import dev.spine.i2o.MessageFrame;
import dev.spine.iop.bus.Region;
import dev.spine.iop.engine.RevocationFence;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The host side of a server whose card has {@link dev.spine.extension.ardma.server.ServerExtension}: opens areas, and has no part in what
 * clients do with them. Methods wait; they are called from outside the host's agent, by one thread at a time.
 */
public final class ArdmaServer {
    /** The most names of procedures. */
    public static final int MAX_PROCEDURES = 24;

    private static final int FIRST_USER_WORD = RuntimeProtocol.FIRST_USER_WORD;
    private static final int ANSWER_WORDS = 5;
    private static final int MAX_FORMS = 64;

    private final HostSide side;
    private final ExtensionPort port;
    /** By area: the grant of the host's memory. */
    private final Map<Integer, Long> grants = new HashMap<>();
    private final int instance;
    private @Nullable FormLoader forms;
    private @Nullable Pending<int[]> order;
    private int token;

    /**
     * The server of a card.
     *
     * @param side the node's host
     * @param instance of the extension on the card
     */
    public ArdmaServer(HostSide side, int instance) {
        this.side = side;
        this.instance = instance;
        this.port = new ExtensionPort(side, instance, this::onEnd);
        port.listen(ArdmaProtocol.HOST_ANSWER, this::onAnswer);
    }

    /**
     * Opens an area in the card's memory, of zeros.
     *
     * @param name 1 to 24 characters of ASCII without blanks
     * @param bytes at least 1; at most some 7 MB, which is what the fuel of an activation makes zero: for more, open blocks of a disk or
     *     {@link #share memory of the host}
     * @param writable whether clients may write
     * @return its number
     * @throws ArdmaException when there is one of this name, or the card has no memory or no fuel for it
     */
    public int open(String name, long bytes, boolean writable) {
        int[] words = named(name);
        words[1] = writable ? 1 : 0;
        words[2] = (int) (bytes >>> Integer.SIZE);
        words[3] = (int) bytes;
        return ask("area " + name + " of " + bytes + " bytes cannot be opened in card memory, where one has some 7 MB at most",
            ArdmaProtocol.OPEN, words)[2];
    }

    /**
     * Opens memory of the host as an area, which the card reaches by DMA. What clients change is there when they are answered; what the
     * host writes is seen by requests that begin afterwards. Atomic operations are so among clients, and not with the host.
     *
     * @param name 1 to 24 characters of ASCII without blanks
     * @param region of the host's memory, of less than 2 GiB; it stays the caller's, who frees it after {@link #close}
     * @param writable whether clients may write
     * @return its number
     * @throws ArdmaException when there is an area of this name, or the card has no memory for its pages
     */
    public int share(String name, Region region, boolean writable) {
        int[] words = named(name);
        words[1] = writable ? 1 : 0;
        long grant = side.tasks().call(() -> side.memory().grant(region, side.runtime().busAgent()));
        boolean opened = false;
        try {
            int area = ask("area " + name + " cannot be opened", () -> {
                port.send(ArdmaProtocol.ANNOUNCE, words);
                port.grant(ArdmaProtocol.GRANT, token, region, grant);
            }, words)[2];
            grants.put(area, grant);
            opened = true;
            return area;
        } finally {
            if (!opened) {
                revoke(grant);
            }
        }
    }

    /**
     * Opens blocks of a disk as an area. They are the server's alone until it is closed: what somebody else writes there meanwhile may not
     * be seen. What clients change is written to the disk when they are answered, and durable when they have flushed it.
     *
     * @param name 1 to 24 characters of ASCII without blanks
     * @param blocks which
     * @param writable whether clients may write
     * @return its number
     * @throws ArdmaException when there is an area of this name, no such disk, or no room for what is kept of it
     */
    public int open(String name, DiskBlocks blocks, boolean writable) {
        int[] words = new int[6 + ArdmaProtocol.NAME_BYTES / Integer.BYTES];
        words[1] = blocks.iopId() << 16 | blocks.tid() << 4 | (writable ? 1 : 0);
        words[2] = (int) (blocks.bytes() >>> Integer.SIZE);
        words[3] = (int) blocks.bytes();
        AreaNames.put(name, words, 4);
        words[10] = (int) (blocks.first() >>> Integer.SIZE);
        words[11] = (int) blocks.first();
        return ask("area " + name + " on a disk cannot be opened", ArdmaProtocol.OPEN_BLOCKS, words)[2];
    }

    private void revoke(long grant) {
        RevocationFence fence = side.tasks().call(() -> {
            side.memory().revoke(grant);
            RevocationFence begun = side.agent().context().newFence();
            begun.begin();
            return begun;
        });
        side.tasks().await("the end of an area's grant", fence::isPassed);
    }

    /**
     * Closes an area. When this returns, no client reads or writes a byte of it any more, and none is on its way to a disk: its blocks may
     * be opened anew. Runs that use it end by a fault.
     *
     * @param area its number
     * @throws ArdmaException when there is none
     */
    public void close(int area) {
        ask("area " + area + " cannot be closed", ArdmaProtocol.CLOSE, new int[] {0, area});
        Long grant = grants.remove(area);
        if (grant != null) {
            revoke(grant);
        }
    }

    /**
     * Offers a routine as a procedure, which any client may call by its name. It counts against no client's routines; a call of it has the
     * limits of any call.
     *
     * @param name 1 to 24 characters of ASCII without blanks
     * @param routine its binary form
     * @throws ArdmaException when there is one of this name, the routine breaks a rule, or there are as many as there may be: {@value
     *     #MAX_PROCEDURES} names, 64 KiB of code of all of them, and the pieces of memory that the card has
     */
    public void offer(String name, byte[] routine) {
        RemoteServer.checkBytes(routine.length);
        int[] words = named(name);
        Pending<Region> data = new Pending<>();
        ArdmaException refusal = null;
        try {
            ask("procedure " + name + " cannot be offered", () -> data.complete(port.sendBulk(ArdmaProtocol.OFFER, routine, words)), words);
        } catch (ArdmaException e) {
            refusal = e;
        }
        // Not when there was no answer: the card may still read it.
        side.tasks().run(() -> port.free(data.isDone() ? data.get() : null));
        if (refusal != null) {
            throw refusal;
        }
    }

    private static int[] named(String name) {
        int[] words = new int[4 + ArdmaProtocol.NAME_BYTES / Integer.BYTES];
        AreaNames.put(name, words, 4);
        return words;
    }

    /**
     * Ends an offer: no call of the procedure begins any more. Calls that have begun end as they would have.
     *
     * @param name of the procedure
     * @throws ArdmaException when there is none
     */
    public void withdraw(String name) {
        ask("procedure " + name + " cannot be withdrawn", ArdmaProtocol.WITHDRAW, named(name));
    }

    /**
     * Sets the limits of each client.
     *
     * @param steps of a call, at least 1
     * @param emitted bytes of a call's stream
     * @param routines that a client has installed at a time
     */
    public void limit(long steps, long emitted, int routines) {
        ask("these are no limits: " + steps + " steps, " + emitted + " bytes, " + routines + " routines", ArdmaProtocol.LIMITS,
            new int[] {0, 0, (int) (steps >>> Integer.SIZE), (int) steps, (int) (emitted >>> Integer.SIZE), (int) emitted, routines});
    }

    /**
     * Has the card ask for compiled forms of routines that run much, from now on; {@link #compileWanted} makes and loads them. The card's
     * extensions get no more of them than this host allows, and those of a client are 2 at most.
     *
     * @param most forms at a time, 1 to 64
     * @param steps that a routine has made before its form is asked for, at least 1
     * @param whose they are: of the server's owner, or the server does not find them. Of {@link LoadOptions#unmetered} ones the code is
     *     unchecked: without steps, fuel, and rights and bounds of areas at each access
     * @throws IllegalArgumentException for unchecked ones of another owner than the node
     */
    public void compile(int most, long steps, LoadOptions whose) {
        if (most < 1 || most > MAX_FORMS || steps < 1) {
            throw new IllegalArgumentException("1 to " + MAX_FORMS + " forms after 1 step or more, not " + most + " after " + steps);
        }
        if (whose.metering() == Metering.UNMETERED && whose.owner() != LoadOptions.OF_NODE.owner()) {
            throw new IllegalArgumentException("unchecked routines are the node's own, and these are of owner "
                + Integer.toUnsignedString(whose.owner()) + ": have them compiled with their checks");
        }
        FormLoader loader = forms;
        if (loader == null) {
            loader = new FormLoader(side, instance, port, (what, handler, words) -> ask(what, handler, words));
            forms = loader;
        }
        loader.begin(most, steps, whose);
    }

    /**
     * Compiles and loads what the card has asked for since, and unloads what it does not need any more. That takes a tenth of a second or
     * more for each routine, so the caller says when: once a second, for instance. What cannot be loaded stays interpreted.
     *
     * @return how many forms were loaded
     */
    public int compileWanted() {
        FormLoader loader = forms;
        return loader == null ? 0 : loader.load();
    }

    /** Unloads all compiled forms, and loads no more. Routines are interpreted again. */
    public void stopCompiling() {
        FormLoader loader = forms;
        if (loader != null) {
            ask("compiled forms cannot be given up", ArdmaProtocol.COMPILE, new int[4]);
            loader.end();
        }
    }

    /** {@return whether the card was reset, and its half of the server is gone} */
    public boolean isOver() {
        return side.tasks().call(() -> port.ended() != null);
    }

    private int[] ask(String what, int handler, int[] words) {
        return ask(what, () -> port.send(handler, words), words);
    }

    private int[] ask(String what, Runnable send, int[] words) {
        int[] answer = Pending.await(side.tasks(), "the card half of the server", () -> {
            Pending<int[]> pending = new Pending<>();
            InterfaceException over = port.ended();
            if (over != null) {
                pending.fail(over);
                return pending;
            }
            words[0] = ++token;
            order = pending;
            send.run();
            return pending;
        });
        if (answer[1] == ArdmaProtocol.REFUSED) {
            throw ArdmaException.refused(answer[2], answer[3], answer[4]);
        }
        if (answer[1] != ArdmaProtocol.DONE) {
            throw new ArdmaException(what, answer[1]);
        }
        return answer;
    }

    private void onAnswer(MessageFrame message) {
        Pending<int[]> pending = order;
        if (pending != null && message.wordOrZero(FIRST_USER_WORD) == token) {
            order = null;
            int[] answer = new int[ANSWER_WORDS];
            Arrays.setAll(answer, i -> message.wordOrZero(FIRST_USER_WORD + i));
            pending.complete(answer);
        }
    }

    private void onEnd(InterfaceException why) {
        Pending<int[]> pending = order;
        order = null;
        if (pending != null) {
            pending.fail(why);
        }
    }
}
