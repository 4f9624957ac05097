package dev.spine.command.run;

import dev.spine.command.control.Refusal;
import dev.spine.command.control.RequestException;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.host.library.InterfaceException;
import dev.spine.extension.panic.host.library.CardRoom;
import dev.spine.extension.panic.host.library.DisplayedValue;
import dev.spine.extension.panic.host.library.PanicCard;
import dev.spine.extension.panic.host.library.PanicControl;
import dev.spine.extension.panic.host.library.ProgramListing;
import dev.spine.host.driver.HostException;
import dev.spine.iop.engine.AwaitFailedException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The host half of one card's VM, for several threads: each gets its turn in the order in which they came. The display is read by one
 * thread alone, which takes no turns.
 */
final class CardPrograms implements ProgramCard {
    private final String iop;
    private final int extension;
    private final PanicCard card;
    private final PanicControl control;
    private final ReentrantLock turn = new ReentrantLock(true);
    /** Guarded by the turn. */
    private boolean ended;

    /**
     * A half, whose card displays from now on.
     *
     * @param iop the name of the card
     * @param extension the VM's number there
     * @param side the host
     */
    CardPrograms(String iop, int extension, HostSide side) {
        this.iop = iop;
        this.extension = extension;
        this.card = new PanicCard(side, extension);
        this.control = card.control();
    }

    @Override
    public String on() {
        return iop;
    }

    /** {@return the VM's number} */
    int extension() {
        return extension;
    }

    /** Something that the card does. */
    private interface Work<T> {
        T perform();
    }

    private <T> T perform(Work<T> work) throws RequestException {
        turn.lock();
        try {
            if (ended) {
                throw new RequestException(Refusal.NONE, iop + " has no VM any more: spine reload loads what the system file names");
            }
            return work.perform();
        } catch (InterfaceException e) {
            throw new RequestException(Refusal.REJECTED, String.valueOf(e.getMessage()));
        } catch (HostException | AwaitFailedException e) {
            throw new CardRuntime.NoAnswerException(iop + " does not answer: " + e.getMessage());
        } finally {
            turn.unlock();
        }
    }

    private void order(Runnable work) throws RequestException {
        perform(() -> {
            work.run();
            return card;
        });
    }

    @Override
    public List<ProgramListing> list() throws RequestException {
        return perform(() -> card.list().stream().sorted(Comparator.comparingInt(ProgramListing::id)).toList());
    }

    @Override
    public CardRoom room() throws RequestException {
        return perform(card::room);
    }

    @Override
    public int load(byte[] file, int number) throws RequestException {
        return perform(() -> number == 0 ? card.load(file) : card.load(file, number));
    }

    @Override
    public void unload(int program) throws RequestException {
        order(() -> card.unload(program));
    }

    @Override
    public byte[] file(int program) throws RequestException {
        return perform(() -> card.file(program));
    }

    @Override
    public void replace(int program, byte[] file) throws RequestException {
        order(() -> card.replace(program, file));
    }

    void run(int program) throws RequestException {
        order(() -> card.run(program));
    }

    void stop(int program) throws RequestException {
        order(() -> card.stop(program));
    }

    void send(int program, int trigger, byte[] data) throws RequestException {
        order(() -> card.send(program, trigger, data));
    }

    int[] read(int program, int first, int count) throws RequestException {
        return perform(() -> card.read(program, first, count));
    }

    /** {@return what programs have displayed since the last call; on the one thread that reads displays} */
    List<DisplayedValue> takeDisplayed() {
        return control.takeDisplayed();
    }

    /** {@return values that were displayed too fast to be taken; on the same thread} */
    long lostValues() {
        return control.lostValues();
    }

    /** Takes the host's memory back, when nobody reads the display any more; programs stay until the VM leaves. */
    void end() throws RequestException {
        order(() -> {
            ended = true;
            card.close();
        });
    }
}
