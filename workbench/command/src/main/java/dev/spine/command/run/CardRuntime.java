package dev.spine.command.run;

import dev.spine.command.control.Caller;
import dev.spine.command.control.Refusal;
import dev.spine.command.control.RequestException;
import dev.spine.extension.host.ExtensionClient;
import dev.spine.extension.host.ExtensionRefusedException;
import dev.spine.extension.runtime.load.ExtensionImage;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.extension.runtime.quota.InstanceStatus;
import dev.spine.extension.runtime.quota.OwnerLimits;
import dev.spine.extension.runtime.quota.OwnerStatus;
import dev.spine.extension.runtime.verify.ExtensionException;
import dev.spine.host.driver.HostException;
import dev.spine.iop.engine.AwaitFailedException;
import dev.spine.system.Image;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;

/**
 * One runtime of the running system, for several threads: each gets its turn in the order in which they came, and what one asks for is done
 * before the next one's begins. An owner is a number as the runtime knows it, 0 for the system itself.
 */
final class CardRuntime {
    /**
     * Messages that may wait for an extension when another is sent; fewer than its queue holds. What finds that full keeps a frame of the
     * card, and when nobody has a frame nobody can unload anything.
     */
    private static final int MAX_WAITING = 48;

    private final String iop;
    private final ExtensionClient client;
    private final ReentrantLock turn = new ReentrantLock(true);
    /** Guarded by the turn. */
    private boolean ended;

    CardRuntime(String iop, ExtensionClient client) {
        this.iop = iop;
        this.client = client;
    }

    /** {@return the name of its IOP} */
    String iop() {
        return iop;
    }

    /** There is no such extension, or none that the owner may know of. */
    private static final class NoExtensionException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NoExtensionException(String message) {
            super(message);
        }
    }

    /** The card has failed, or does not come back. */
    static final class NoAnswerException extends RequestException {
        private static final long serialVersionUID = 1L;

        NoAnswerException(String message) {
            super(Refusal.FAILED, message);
        }
    }

    /** Something that the runtime does. */
    private interface Work<T> {
        T perform();
    }

    private <T> T perform(Refusal otherwise, Work<T> work) throws RequestException {
        turn.lock();
        try {
            if (ended) {
                throw new RequestException(Refusal.STOPPING, "the system is being stopped");
            }
            return work.perform();
        } catch (NoExtensionException e) {
            throw new RequestException(Refusal.NONE, String.valueOf(e.getMessage()));
        } catch (ExtensionRefusedException e) {
            throw new RequestException(otherwise, String.valueOf(e.getMessage()));
        } catch (HostException | AwaitFailedException e) {
            throw new NoAnswerException(iop + " does not answer: " + e.getMessage());
        } finally {
            turn.unlock();
        }
    }

    /** The card verifies for itself; what it would refuse is kept from it here, so that it does not spend its packets' time on it. */
    private static void examine(Image image) throws RequestException {
        try {
            ExtensionImage.parse(image.bytes()).verdict().require();
        } catch (ExtensionException e) {
            throw new RequestException(Refusal.REJECTED, "refused: " + e.getMessage());
        }
    }

    /**
     * {@return the number of the new extension}
     *
     * @param loaded hears the number before it can become another's
     */
    int load(Image image, LoadOptions options, IntConsumer loaded) throws RequestException {
        examine(image);
        return perform(Refusal.REJECTED, () -> {
            int extension = client.load(image.bytes(), options);
            loaded.accept(extension);
            return extension;
        });
    }

    /** A user who has no such extension hears the same whether or not somebody else has one. */
    void replace(int extension, Image image, LoadOptions options) throws RequestException {
        examine(image);
        perform(Refusal.REJECTED, () -> {
            require(extension, options.owner());
            if (options.parameters().values().isEmpty()) {
                client.replace(extension, image.bytes(), options.owner());
            } else {
                client.replace(extension, image.bytes(), options);
            }
            return extension;
        });
    }

    /** Takes an extension off; whom it was tied to is forgotten before its number can become another's. */
    void unload(int extension, int owner, TiedExtensions tied) throws RequestException {
        perform(Refusal.FAILED, () -> {
            require(extension, owner);
            // First: it is stopped also when a device keeps it for longer, and leaves when nobody looks.
            tied.forget(this, extension);
            client.unload(extension, owner);
            return extension;
        });
    }

    /** Takes off what is still tied to a connection that has ended; what left meanwhile may be another's by number. */
    void unloadTied(TiedExtensions.Place place, Caller caller, TiedExtensions tied) throws RequestException {
        perform(Refusal.FAILED, () -> {
            if (tied.forget(caller, place)) {
                client.unload(place.extension(), OwnerRegistry.SYSTEM);
            }
            return place;
        });
    }

    InstanceStatus inspect(int extension, int owner) throws RequestException {
        return perform(Refusal.NONE, () -> {
            require(extension, owner);
            return client.inspect(extension, owner);
        });
    }

    /** The check and the sending are one turn, so that the number cannot become somebody else's in between. */
    void send(int extension, int owner, int handler, int... words) throws RequestException {
        boolean taken = perform(Refusal.NONE, () -> {
            boolean room = require(extension, owner).number("waiting") < MAX_WAITING;
            if (room) {
                client.send(extension, handler, words);
            }
            return room;
        });
        if (!taken) {
            throw new RequestException(Refusal.FAILED, "extension " + extension + " has " + MAX_WAITING
                + " messages waiting: send more when it has taken some");
        }
    }

    List<InstanceStatus> list(int owner) throws RequestException {
        return perform(Refusal.FAILED, () -> client.list(owner));
    }

    List<OwnerStatus> owners(int owner) throws RequestException {
        return perform(Refusal.FAILED, () -> client.owners(owner));
    }

    void limit(int owner, OwnerLimits limits) throws RequestException {
        perform(Refusal.FAILED, () -> {
            client.limit(owner, limits);
            return owner;
        });
    }

    /** Takes every extension off the card, and nobody loads one any more. */
    void end() throws RequestException {
        perform(Refusal.FAILED, () -> {
            ended = true;
            for (InstanceStatus report : client.list(OwnerRegistry.SYSTEM)) {
                client.unload(report.instance(), OwnerRegistry.SYSTEM);
            }
            return OwnerRegistry.SYSTEM;
        });
    }

    /** There is none, or none that the owner may know of: not even the reason tells which. */
    private InstanceStatus require(int extension, int owner) {
        return client.list(owner).stream().filter(report -> report.instance() == extension).findFirst()
            .orElseThrow(() -> new NoExtensionException("there is no extension " + extension + " on " + iop));
    }
}
