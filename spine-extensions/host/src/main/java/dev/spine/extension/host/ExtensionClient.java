package dev.spine.extension.host;

import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.extension.runtime.quota.OwnerLimits;
import dev.spine.extension.runtime.quota.OwnerStatus;
import dev.spine.host.driver.ReplyHandler;
import java.util.List;

/**
 * What an application does with extensions, wherever they run: on a card ({@link RuntimeClient}) or on the host
 * ({@link dev.spine.extension.host.kernel.KernelClient}). Used from outside the host's agent; calls wait until they are answered.
 */
public interface ExtensionClient {
    /**
     * Loads an extension of the node itself.
     *
     * @param image the bytes of its jar
     * @return its instance number
     * @throws ExtensionRefusedException with the runtime's verdict, when it was refused
     */
    default int load(byte[] image) {
        return load(image, LoadOptions.OF_NODE);
    }

    /**
     * Loads an extension.
     *
     * @param image the bytes of its jar
     * @param options whose it is, when it ends, and what it is told
     * @return its instance number
     * @throws ExtensionRefusedException with the runtime's verdict, when it was refused
     */
    int load(byte[] image, LoadOptions options);

    /**
     * Replaces the code of an instance between two messages; it keeps its number, its parameters, and the state that both versions know.
     *
     * @param instance its instance number
     * @param image the bytes of the new version's jar
     * @param owner whose instance it must be, 0 for anybody's
     * @throws ExtensionRefusedException with the runtime's verdict, when the new version was refused or failed to start; the old one then
     *     goes on
     */
    default void replace(int instance, byte[] image, int owner) {
        replace(instance, image, LoadOptions.ownedBy(owner));
    }

    /**
     * Replaces the code of an instance and what it is told.
     *
     * @param instance its instance number
     * @param image the bytes of the new version's jar
     * @param options whose instance it must be, 0 for anybody's, and the new parameters, all of them; when it ends stays as it was
     * @throws ExtensionRefusedException with the runtime's verdict, when the new version was refused or failed to start; the old one then
     *     goes on
     */
    void replace(int instance, byte[] image, LoadOptions options);

    /**
     * Unloads an extension; returns when nothing of it is left.
     *
     * @param instance its instance number
     * @param owner whose it must be, 0 for anybody's
     * @throws ExtensionRefusedException when the owner has none of that number, or something is not given back
     */
    void unload(int instance, int owner);

    /**
     * Unloads all extensions of an owner that were loaded for as long as it is connected; returns when nothing of them is left.
     *
     * @param owner whose connection has ended
     * @return how many there were
     * @throws ExtensionRefusedException when something of one is not given back; all are stopped
     */
    int endOwner(int owner);

    /**
     * Sets what all extensions of an owner may use together at this place, from now on.
     *
     * @param owner whose
     * @param limits how much; a quota that is left out is not bounded
     * @throws ExtensionRefusedException with the runtime's verdict, when they were refused
     */
    void limit(int owner, OwnerLimits limits);

    /**
     * {@return the loaded extensions of an owner}
     *
     * @param owner whose, 0 for all
     */
    List<InstanceStatus> list(int owner);

    /**
     * {@return what owners use, and may use}
     *
     * @param owner whose, 0 for all
     */
    List<OwnerStatus> owners(int owner);

    /**
     * {@return everything about an extension}
     *
     * @param instance its instance number
     * @param owner whose it must be, 0 for anybody's
     * @throws ExtensionRefusedException when the owner has none of that number
     */
    InstanceStatus inspect(int instance, int owner);

    /**
     * Sends a small message to an extension; waits while as many are in flight as can.
     *
     * @param instance its instance number
     * @param handler the handler there
     * @param words at most 12 user words
     */
    void send(int instance, int handler, int... words);

    /**
     * Receives the messages that extensions of this runtime send to one of the host's handlers.
     *
     * @param handler the host's handler, 0 to 255
     * @param receiver called on the host's agent; user words begin at word 4
     */
    void listen(int handler, ReplyHandler receiver);

    /**
     * Receives the messages that extensions of this runtime send to one of the host's handlers, with their data: they arrive in memory
     * that is lent for it, in order with those without data. While all of it is used, senders are held.
     *
     * @param handler the host's handler, 0 to 255
     * @param buffers the memory that is lent
     * @param receiver called on the host's agent
     * @return by which listening ends
     */
    Listening listen(int handler, LentBuffers buffers, DataListener receiver);
}
