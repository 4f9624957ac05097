package dev.spine.extension.runtime.message;

import dev.spine.extension.runtime.load.LoadParameters;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.extension.runtime.quota.OwnerLimits;
import dev.spine.extension.runtime.quota.OwnerStatus;

/**
 * Numbers of the runtime device's messages.
 *
 * <p>A small message is a 16-word frame of function 0x81: word 3 (in place of the transaction context) holds handler [31:16], user byte
 * [15:8] and kind [7:0]; words 4 to 15 are the user's. A bulk message has kind 1 and a simple scatter-gather element at word 16. Between
 * IOPs small messages have kind 2 and are answered when they have left the receiver's queue; kind 3 adds, at word 16, the bytes of the
 * data, their bus address and the two halves of the grant under which the receiver reads them. Kind 4 is an operation on exported memory,
 * kind 5 its answer over a wire. A message of kind 6 grants memory of the host: the host's number for it in word 4, from word 16 on the
 * token of the grant on the bus, low word first; the bus address, low word first; the bytes; 1 when the extension may write, otherwise 0.
 * The grant's holder is the card. A message of kind 7 lends memory for the data of messages to the host's handler in word 4, under which
 * its InitiatorContext listens: the host's number for it in word 5, the bytes, the bus address, and the two halves of the grant, low first,
 * under which the card writes there. A message with data to the host has kind 1 and, at word 16, the number of the memory that they are in,
 * which is the host's again, and their bytes. A message to an extension on the host has the layout of one to a peer, with the sender's note
 * at word 20, because its InitiatorContext is that under which the host serves the card; the host answers by a message of kind 8: the kind
 * of what it answers in [15:8] of word 3, from word 4 on what a peer's reply has from there, the sender's note at word 16. All layouts:
 * docs/extension-reference.md.
 *
 * <p>Control is by private messages of Spine's organization, which only the host may send. Words from 5 on are arguments; those that a
 * message is too short for are 0. Where bytes move, the header names the place of a list of buffers behind the arguments; the direction of
 * each element says whether it comes in or goes out.
 *
 * <table>
 * <caption>Arguments, and words of the reply</caption>
 * <tr><th>message<th>word 5<th>word 6<th>word 7<th>comes in<th>goes out<th>reply 5<th>reply 6<th>reply 7
 * <tr><td>LOAD<td>bytes of the image<td>owner<td>flags<td>image, parameters<td>verdict<td>instance<td>bytes out<td>life
 * <tr><td>UNLOAD<td>instance<td>owner<td><td><td><td>instance<td>
 * <tr><td>LIST<td>owner<td>first instance<td><td><td>reports<td>next instance<td>bytes out
 * <tr><td>LISTEN<td>handler of the host<td>bytes of each piece that it lends, 0: none<td><td><td><td>no reply<td>
 * <tr><td>STOP_LISTENING<td>handler of the host<td><td><td><td><td>0<td>
 * <tr><td>REPLACE<td>bytes of the image<td>owner<td>instance<td>image, parameters<td>verdict<td>instance<td>bytes out<td>life
 * <tr><td>REHEARSE<td>bytes of the image<td>owner<td>instance<td>image, parameters<td>verdict<td>instance<td>bytes out<td>life
 * <tr><td>INSPECT<td>instance<td>owner<td><td><td>one report<td>instance<td>bytes out
 * <tr><td>END_OWNER<td>owner<td><td><td><td><td>instances ended<td>
 * <tr><td>LIMIT<td>owner<td><td><td>limits<td>verdict<td>0<td>bytes out
 * <tr><td>OWNERS<td>owner<td>first position<td><td><td>reports<td>next position<td>bytes out
 * <tr><td>SERVE_CARD<td><td><td><td><td><td>no reply<td>
 * <tr><td>LEAVE_CARD<td><td><td><td><td><td>no reply<td>
 * </table>
 *
 * <p><b>Life.</b> A number that no instance of this card has had before: the number of an instance is another's soon after it has left.
 *
 * <p><b>Owner.</b> A number that the host's control process gives to each of its users; 0 is the node itself. The runtime believes what the
 * host says. A request with owner 0 reaches every instance; with another it reaches that owner's instances only, and an instance of
 * somebody else is answered as one that does not exist.
 *
 * <p><b>Bytes of the image.</b> Of what comes in, so many bytes are the jar, and the rest are parameters: lines {@code name=value} in UTF-8
 * ({@link LoadParameters}). 0 means that everything is the jar; a REPLACE or REHEARSE without parameters keeps those of
 * the load.
 *
 * <p><b>Reports</b> are lines {@code key=value} and an empty line after each instance ({@link InstanceStatus}) or owner
 * ({@link OwnerStatus}). Only whole reports are written; as long as word 5 of the reply is not 0, the rest is asked for with it in word 6.
 * That of INSPECT, when the buffers have no room for all of it, ends with a line {@code cut=} and how many lines are missing.
 * Limits are lines {@code quota=limit} ({@link OwnerLimits}).
 *
 * <p>A refusal has request status ERROR_NO_DATA_TRANSFER, and detailed status INVALID_PARAMETER for what does not exist or is refused by a
 * verdict, DEVICE_BUSY for an instance that is being unloaded and for a LOAD or REPLACE of an owner whose extensions fail too fast
 * or start for too long (the verdict says when to try again), TIMEOUT for an instance that still waits for a device. Codes from 0x0010
 * on belong to messages that are no matter of an instance's life.
 *
 * <p>Whoever wants to hear that an instance stops registers for the device's {@link #EVENT_STOPPED}.
 */
public final class RuntimeProtocol {
    /** Load an extension. */
    public static final int LOAD = 0x0001;
    /** Unload the instance in word 5; answered when nothing of it is left. */
    public static final int UNLOAD = 0x0002;
    /** Report all loaded instances, or those of an owner. */
    public static final int LIST = 0x0003;
    /**
     * From now on, messages to the host's handler in word 5 are sent to the initiator of this request, with its InitiatorContext. The
     * frame is returned; there is no other reply until a message comes.
     */
    public static final int LISTEN = 0x0004;
    /** Replace the code of the instance in word 7, between two messages; answered when the new version has started or was refused. */
    public static final int REPLACE = 0x0005;
    /** Report everything about the instance in word 5. */
    public static final int INSPECT = 0x0006;
    /** The owner's connection has ended: unload all its instances that were loaded as tied; answered when nothing of them is left. */
    public static final int END_OWNER = 0x0007;
    /** Set what all instances of an owner may use together, from now on. */
    public static final int LIMIT = 0x0008;
    /** Report what each owner uses; of one owner if word 5 is not 0. */
    public static final int OWNERS = 0x0009;

    /**
     * Nobody listens any more under the handler in word 5, if it is the initiator of this request who does, with its InitiatorContext: what
     * it lends is forgotten. The answer is behind all that was sent to it.
     */
    public static final int STOP_LISTENING = 0x000A;

    /**
     * The runtime on the host is a peer of this card's extensions from now on, under {@link #HOST_IOP} and {@link dev.spine.i2o.Tid#HOST}:
     * what they send to it goes to the initiator of this request, with its InitiatorContext, and it answers by {@link #KIND_ANSWER}. It
     * takes the place of one that was there before. There is no reply.
     */
    public static final int SERVE_CARD = 0x000B;
    /** The runtime on the host, if it is the initiator of this request, is no peer of this card's extensions any more. No reply. */
    public static final int LEAVE_CARD = 0x000C;

    /**
     * Does what REPLACE does, and takes it back at once, before anything else happens on the card: the instance goes on as it was, and the
     * verdict is that of a REPLACE. What the start of the new version sends is sent. A refusal is no failure of anybody: it is in the
     * answer alone.
     */
    public static final int REHEARSE = 0x000D;

    /**
     * Event of the runtime's device (UtilEventRegister): an instance that had started has stopped while its card goes on. Data: its number,
     * then {@link #STOPPED_BY_FAILURE} or {@link #STOPPED_BY_UNLOAD}, then its life, as the answer to its LOAD has told it: who hears of it
     * late may have another instance of that number. Several at once can come as fewer: ask by INSPECT where it matters.
     */
    public static final int EVENT_STOPPED = 0x01;
    /** {@link #EVENT_STOPPED}: it has failed; its number stays taken, and INSPECT says why, until it is unloaded. */
    public static final int STOPPED_BY_FAILURE = 1;
    /** {@link #EVENT_STOPPED}: somebody unloads it; its number may be another's soon. */
    public static final int STOPPED_BY_UNLOAD = 2;

    /** First word of a reply behind its status. */
    public static final int ANSWER_WORD = 5;

    /** Flag of LOAD: the instance ends with its owner's connection. */
    public static final int TIED = 0x0001;
    /** Flag of LOAD: its code is not charged; refused of any owner but 0. */
    public static final int UNMETERED = 0x0002;

    /** Words of a small message. */
    public static final int SMALL_WORDS = 16;
    /** Words of a bulk message. */
    public static final int BULK_WORDS = 18;
    /** First user word. */
    public static final int FIRST_USER_WORD = 4;
    /** Kind of a small message. */
    public static final int KIND_SMALL = 0;
    /** Kind of a bulk message. */
    public static final int KIND_BULK = 1;

    /** Kind of a small message that is answered when it has left the receiver's queue. */
    public static final int KIND_CREDITED = 2;
    /** Kind of such a message with data under a grant. */
    public static final int KIND_GRANTED = 3;
    /** Kind of an operation on exported memory. */
    public static final int KIND_MEMORY = 4;
    /** Kind of its answer, where that is a message. */
    public static final int KIND_MEMORY_ANSWER = 5;
    /** Words of a message with data under a grant, of one piece; each further piece has {@link #PIECE_WORDS} behind them. */
    public static final int GRANTED_WORDS = 20;
    /** Words of each piece of data after the first: bytes, and their address. It can be read while the grant lives. */
    public static final int PIECE_WORDS = 2;
    /** Where the number of bytes of the first piece, their address and the grant are. */
    public static final int GRANT_WORD = 16;
    /** Kind of a message that grants memory of the host. */
    public static final int KIND_REGION = 6;
    /** Words of a message that grants memory of the host. */
    public static final int REGION_WORDS = 22;
    /** First word of what is granted. */
    public static final int FIRST_REGION_WORD = 16;

    /** Kind of a message that lends memory of the host for the data of messages to it. */
    public static final int KIND_LEND = 7;
    /** Where a message with data to the host names the piece of memory that they are in, and how many bytes they are. */
    public static final int PIECE_WORD = 16;

    /** The IOP_ID by which a card's extensions name the host: IOPs have higher ones. */
    public static final int HOST_IOP = 1;
    /** Words of a message to an extension on the host. */
    public static final int TO_HOST_WORDS = 21;
    /** Where such a message has the sender's note, which a message between IOPs has as its InitiatorContext. */
    public static final int NOTE_WORD = 20;
    /** Kind of the host's answer to such a message. */
    public static final int KIND_ANSWER = 8;
    /** Words of such an answer. */
    public static final int ANSWER_WORDS = 17;
    /** Where such an answer has the sender's note. */
    public static final int ANSWER_NOTE_WORD = 16;

    private RuntimeProtocol() {}

    /**
     * {@return the number by which a frame names a handler of an instance}
     *
     * @param instance 1 to 255
     * @param handler 1 to 255
     */
    public static int handlerNumber(int instance, int handler) {
        return instance << 8 | handler;
    }

    /**
     * {@return word 3 of a message}
     *
     * @param handler 16 bits
     * @param user 8 bits
     * @param kind {@link #KIND_SMALL} or {@link #KIND_BULK}
     */
    public static int controlWord(int handler, int user, int kind) {
        return handler << 16 | (user & 0xFF) << 8 | kind;
    }
}
