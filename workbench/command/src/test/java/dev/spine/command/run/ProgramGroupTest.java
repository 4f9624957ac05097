package dev.spine.command.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.command.control.Refusal;
import dev.spine.command.control.RequestException;
import dev.spine.extension.panic.card.ProgramState;
import dev.spine.extension.panic.host.library.CardRoom;
import dev.spine.extension.panic.host.library.ProgramListing;
import dev.spine.extension.panic.machine.Fault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Orders for several cards are carried out by all or by none, whichever card refuses at whichever step. */
class ProgramGroupTest {
    private static final int CARDS = 4;
    private static final byte[] FILE = {1, 2, 3};
    private static final byte[] OTHER = {4, 5};
    private static final int PROGRAM = 40;

    /** The calls of a card. */
    private enum Call { LIST, ROOM, LOAD, UNLOAD, FILE, REPLACE }

    /** A card that refuses one of its calls, the first of that kind. */
    private static final class Model implements ProgramCard {
        private final String name;
        private final Map<Integer, byte[]> programs = new TreeMap<>();
        private final List<Call> refuses = new ArrayList<>();

        Model(String name) {
            this.name = name;
        }

        private void called(Call call) throws RequestException {
            if (refuses.remove(call)) {
                throw new RequestException(Refusal.REJECTED, "not " + call);
            }
        }

        @Override
        public String on() {
            return name;
        }

        @Override
        public List<ProgramListing> list() throws RequestException {
            called(Call.LIST);
            return programs.keySet().stream()
                .map(id -> new ProgramListing(id, "P", ProgramState.LOADED, Fault.NONE, 0, 0, 0, 0, 0, 0, 0)).toList();
        }

        @Override
        public CardRoom room() throws RequestException {
            called(Call.ROOM);
            return new CardRoom(100, 100, 100, 100, 64, 64);
        }

        @Override
        public int load(byte[] file, int number) throws RequestException {
            called(Call.LOAD);
            int given = number == 0 ? 32_768 : number;
            if (programs.putIfAbsent(given, file) != null) {
                throw new RequestException(Refusal.REJECTED, "taken");
            }
            return given;
        }

        @Override
        public void unload(int program) throws RequestException {
            called(Call.UNLOAD);
            programs.remove(program);
        }

        @Override
        public byte[] file(int program) throws RequestException {
            called(Call.FILE);
            return programs.get(program);
        }

        @Override
        public void replace(int program, byte[] file) throws RequestException {
            called(Call.REPLACE);
            programs.put(program, file);
        }
    }

    private final List<Model> models = IntStream.range(0, CARDS).mapToObj(each -> new Model("card" + each)).toList();
    private final ProgramGroup group = new ProgramGroup(models, new ReentrantLock());

    static Stream<Arguments> loads() {
        return refusals(Call.ROOM, Call.LOAD);
    }

    static Stream<Arguments> swaps() {
        return refusals(Call.LIST, Call.ROOM, Call.FILE, Call.REPLACE);
    }

    private static Stream<Arguments> refusals(Call... calls) {
        return IntStream.range(0, CARDS).boxed().flatMap(card -> Stream.of(calls).map(call -> Arguments.of(card, call)));
    }

    @Test
    void aLoadGivesTheProgramTheSameNumberOnAllCards() throws RequestException {
        assertEquals(32_768, group.load(FILE, 100, 0));
        models.forEach(model -> assertEquals(FILE, model.programs.get(32_768)));
    }

    @ParameterizedTest
    @MethodSource("loads")
    void aCardThatRefusesALoadLeavesTheProgramOnNone(int card, Call step) {
        models.get(card).refuses.add(step);
        RequestException refusal = assertThrows(RequestException.class, () -> group.load(FILE, 100, PROGRAM));
        assertEquals("nothing was loaded: card" + card + ": not " + step, refusal.getMessage());
        assertEquals(Refusal.REJECTED, refusal.reason());
        models.forEach(model -> assertTrue(model.programs.isEmpty(), model.name));
    }

    @ParameterizedTest
    @MethodSource("swaps")
    void aCardThatRefusesASwapLeavesAllAsTheyWere(int card, Call step) {
        models.forEach(model -> model.programs.put(PROGRAM, FILE));
        models.get(card).refuses.add(step);
        RequestException refusal = assertThrows(RequestException.class, () -> group.swap(PROGRAM, OTHER, 100));
        assertEquals("nothing was swapped: card" + card + ": not " + step, refusal.getMessage());
        models.forEach(model -> assertEquals(FILE, model.programs.get(PROGRAM), model.name));
    }

    @Test
    void aCardWithoutRoomForTheVariablesRefusesBeforeAnyCardHasSwapped() {
        models.forEach(model -> model.programs.put(PROGRAM, FILE));
        RequestException refusal = assertThrows(RequestException.class, () -> group.swap(PROGRAM, OTHER, 101));
        assertEquals("nothing was swapped: card0: the card has 100 bytes for variables left, and this program wants 101: unload a program,"
            + " or give the VM more data-bytes", refusal.getMessage());
    }

    @Test
    void aSwapThatNobodyRefusesIsMadeOnAllCards() throws RequestException {
        models.forEach(model -> model.programs.put(PROGRAM, FILE));
        group.swap(PROGRAM, OTHER, 100);
        models.forEach(model -> assertEquals(OTHER, model.programs.get(PROGRAM), model.name));
    }

    @Test
    void aCardThatTakesNothingBackIsNamed() {
        models.get(1).refuses.add(Call.UNLOAD);
        models.get(2).refuses.add(Call.LOAD);
        RequestException refusal = assertThrows(RequestException.class, () -> group.load(FILE, 100, PROGRAM));
        assertEquals("card2: not LOAD; and it could not be taken back on card1 (not UNLOAD)", refusal.getMessage());
        assertEquals(Refusal.FAILED, refusal.reason());
        assertTrue(models.get(0).programs.isEmpty(), "the others take it back all the same");
    }

    @Test
    void noCardTakesWhatOneHasNoRoomFor() {
        RequestException refusal = assertThrows(RequestException.class, () -> group.load(new byte[101], 100, PROGRAM));
        assertTrue(String.valueOf(refusal.getMessage()).contains("has 100 bytes for program files left"), refusal::getMessage);
        models.forEach(model -> assertTrue(model.programs.isEmpty(), model.name));
    }

    @Test
    void aProgramThatOneCardDoesNotHaveIsSwappedOnNone() {
        models.subList(0, CARDS - 1).forEach(model -> model.programs.put(PROGRAM, FILE));
        RequestException refusal = assertThrows(RequestException.class, () -> group.swap(PROGRAM, OTHER, 100));
        assertEquals(Refusal.NONE, refusal.reason());
        assertEquals(FILE, models.getFirst().programs.get(PROGRAM));
    }
}
