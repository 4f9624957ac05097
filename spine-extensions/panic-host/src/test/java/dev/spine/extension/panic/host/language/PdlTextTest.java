package dev.spine.extension.panic.host.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.extension.panic.host.language.Expression.Operator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the published programs show of the language, and what is decided beside it. */
class PdlTextTest {
    private static final String FRAME = "PROGRAM P: VAR a, b, c[9]; TRIGGERS 1; BEGIN a = b + c[0]; AWAIT END; "
        + "MESSAGE 1: BEGIN %s; AWAIT END; END;";

    private static PdlProgram program(String text) {
        PdlText read = PdlText.read(text);
        return read.program().orElseThrow(() -> new AssertionError(read.findings()));
    }

    /** The first statement of the block of message 1. */
    private static Statement statement(String text) {
        return program(String.format(Locale.ROOT, FRAME, text)).handlers().getFirst().blocks().getFirst().statements().getFirst();
    }

    private static Expression value(String text) {
        return assertInstanceOf(Statement.Assignment.class, statement("a = " + text)).value();
    }

    /** With parentheses around each pair. */
    private static String shown(Expression expression) {
        return switch (expression) {
            case Expression.Constant constant -> Integer.toString(constant.value());
            case Expression.Place place -> place.name();
            case Expression.Pair pair -> "(" + shown(pair.left()) + " " + pair.operator() + " " + shown(pair.right()) + ")";
            case Expression.Not not -> "NOT " + shown(not.value());
            case Expression.Negative negative -> "-" + shown(negative.value());
            default -> expression.getClass().getSimpleName();
        };
    }

    static List<String> examples() {
        return Examples.names().toList();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aProgramOfTheDocumentsIsOne(String name) {
        PdlText read = PdlText.read(Examples.text(name));
        assertTrue(read.program().isPresent(), () -> read.findings().toString());
        assertEquals(name.equals("hand") ? List.of("2:14: warning: 'unused' is never used") : List.of(),
            read.findings().stream().map(Finding::toString).toList());
    }

    @Test
    void capitalsOrNotIsTheSame() {
        PdlProgram program = program("program P: var Out[2]; begin OUT[0] = oUT[1]; Await End; eND");
        assertEquals("Out", program.variable("OUT").orElseThrow().name());
    }

    @Test
    void aCommentEndsWithItsLine() {
        assertEquals("P", program("# one\nPROGRAM P: # two -- three\nBEGIN AWAIT END; # four\nEND # five").name());
    }

    @ParameterizedTest
    @ValueSource(strings = {"END", "END;"})
    void theLastSemicolonMayBeThereOrNot(String end) {
        assertEquals(List.of(), PdlText.read("PROGRAM P: BEGIN AWAIT END; " + end).findings());
    }

    @Test
    void aStatementMayBeEmpty() {
        assertInstanceOf(Statement.Await.class, statement(";;"));
    }

    @Test
    void aTriggersBlocksComeOneAfterAnother() {
        PdlProgram program = program("PROGRAM P: VAR a; TRIGGERS 1; BEGIN AWAIT END; MESSAGE 1: BEGIN a = 1 END; BEGIN AWAIT END; END;");
        assertEquals(2, program.handlers().getFirst().blocks().size());
    }

    @Test
    void aNumberOfAProgramIsInItsTextOrComesLater() {
        assertEquals(415, program("PROGRAM P ID 415: BEGIN AWAIT END; END;").id());
        assertEquals(0, program("PROGRAM P: BEGIN AWAIT END; END;").id());
    }

    @Test
    void numbersAreDecimalOrHexadecimalAndHave32Bits() {
        assertEquals("-1", shown(value("4294967295")));
        assertEquals("-1", shown(value("0xffffFFFF")));
        assertEquals("10", shown(value("010")));
    }

    @ParameterizedTest
    @CsvSource({"1 + 2 * 3, (1 PLUS (2 TIMES 3))", "1 - 2 - 3, ((1 MINUS 2) MINUS 3)", "8 / 4 / 2, ((8 DIVIDED 4) DIVIDED 2)",
        "(1 + 2) * 3, ((1 PLUS 2) TIMES 3)", "1 + 2 < 3 * 4, ((1 PLUS 2) LESS (3 TIMES 4))", "a OR b AND a, (a OR (b AND a))",
        "NOT a = b, NOT (a EQUAL b)", "NOT a AND b, (NOT a AND b)", "-a * b, (-a TIMES b)", "- - a, --a", "a == b, (a EQUAL b)",
        "a != b, (a DIFFERENT b)", "a <> b, (a DIFFERENT b)", "a % b MOD a, ((a REMAINDER b) REMAINDER a)", "a >= b, (a NOT_LESS b)",
        "a <= b, (a NOT_GREATER b)", "a > b, (a GREATER b)", "clock + length, (Clock PLUS Length)",
        "flag(1) AND lock(2), (FlagTest AND LockTest)"})
    void operatorsBindAsTheGrammarSays(String text, String expected) {
        assertEquals(expected, shown(value(text)));
    }

    @Test
    void anElseBelongsToTheNearestIf() {
        Statement.If outer = assertInstanceOf(Statement.If.class, statement("IF a THEN IF b THEN STOP ELSE AWAIT"));
        assertEquals(Optional.empty(), outer.otherwise());
        assertTrue(assertInstanceOf(Statement.If.class, outer.then()).otherwise().isPresent());
    }

    @Test
    void anAddressIsOctetsAVariableOrTheSender() {
        Statement.Send octets = assertInstanceOf(Statement.Send.class, statement("SEND c[0] LEN 4 AS 1 TO 2 AT 0:0:0:96:221:16:0:2"));
        assertEquals(new Statement.Address.Octets(96, 0xDD100002), octets.to());
        Statement.Send variable = assertInstanceOf(Statement.Send.class, statement("SEND c[0] LEN 4 AS 1 TO 2 AT c[7]"));
        assertInstanceOf(Statement.Address.Words.class, variable.to());
        Statement.Send sender = assertInstanceOf(Statement.Send.class, statement("SEND PACKET[0] LEN LENGTH AS 1 TO 2 AT SENDER"));
        assertEquals(new Statement.Address.Sender(), sender.to());
        Statement.Send local = assertInstanceOf(Statement.Send.class, statement("SEND a LEN 4 AS 1 TO 2"));
        assertEquals(new Statement.Address.Local(), local.to());
    }

    @Test
    void lengthsAreBytesAndElementsAreWords() {
        assertTrue(PdlText.read(String.format(Locale.ROOT, FRAME, "SEND c[0] LEN 36 AS 1 TO 2")).findings().isEmpty());
        assertEquals(1, PdlText.read(String.format(Locale.ROOT, FRAME, "SEND c[0] LEN 37 AS 1 TO 2")).findings().size());
    }

    @Test
    void aComparisonIsAValue() {
        assertEquals(Operator.LESS, assertInstanceOf(Expression.Pair.class, value("b < 3")).operator());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"a = 1 | true", "IF a THEN AWAIT | true", "IF a THEN AWAIT ELSE STOP | false",
        "WHILE a DO STOP | true", "WHILE 1 DO a = a + 1 | false", "BEGIN a = 1; STOP END | false", "STOP; a = 1 | false"})
    void aBlockThatCanReachItsEndDrawsAWarning(String statement, boolean warns) {
        PdlText read = PdlText.read("PROGRAM P: VAR a; TRIGGERS 1; BEGIN a = 1; AWAIT END; MESSAGE 1: BEGIN " + statement + " END; END;");
        assertTrue(read.program().isPresent());
        assertEquals(warns ? List.of("1:66: warning: the block of message 1 can reach its end without AWAIT or STOP; it ends there as by"
            + " AWAIT") : List.of(), read.findings().stream().map(Finding::toString).toList());
    }

    @Test
    void aProgramHasAtMost256Variables() {
        String variables = IntStream.range(0, 256).mapToObj(i -> "v" + i).collect(Collectors.joining(", "));
        assertTrue(PdlText.read("PROGRAM P: VAR " + variables + "; BEGIN AWAIT END; END;").program().isPresent());
        assertEquals("1:1442: a program has at most 256 variables: make an array of some", PdlText.read("PROGRAM P: VAR " + variables
            + ", v256, v257; BEGIN AWAIT END; END;").findings().stream().filter(finding -> !finding.isWarning()).findFirst().orElseThrow()
            .toString());
    }

    /** Whoever walks its tree would come too deep. */
    @ParameterizedTest
    @ValueSource(strings = {" + a", " * a", " AND a", " OR a", " MOD a"})
    void anExpressionThatIsTooLongIsToldAndNoMore(String operand) {
        assertTrue(PdlText.read(String.format(Locale.ROOT, FRAME, "a = b" + operand.repeat(400))).program().isPresent());
        List<Finding> findings = PdlText.read(String.format(Locale.ROOT, FRAME, "a = b" + operand.repeat(100_000))).findings();
        assertEquals(List.of("an expression has at most 1000 pieces: store a part of it in a variable"),
            findings.stream().map(Finding::text).toList());
    }

    private static List<String> nested(String before, int times, String behind) {
        return PdlText.read(String.format(Locale.ROOT, FRAME, before.repeat(times) + "a = 1" + behind.repeat(times))).findings().stream()
            .map(Finding::text).toList();
    }

    @ParameterizedTest
    @CsvSource({"'BEGIN ', ' END'", "'BEGIN a = 1; ', '; b = 2 END'", "'IF a THEN ', ''", "'IF a THEN BEGIN ', ' END'",
        "'WHILE a DO ', ''"})
    void whatIsNestedTooDeepIsToldOnce(String before, String behind) {
        assertEquals(List.of(), nested(before, before.contains("THEN BEGIN") ? 90 : 190, behind));
        assertEquals(List.of("nested more than 200 deep"), nested(before, 250, behind));
        assertEquals(List.of("nested more than 200 deep"), nested(before, 20_000, behind));
    }

    @Test
    void blocksWithinWhatIsNoStatementAreReadAsDeepAsOthers() {
        List<String> texts = nested("a BEGIN ", 20_000, " END");
        assertEquals("nested more than 200 deep", texts.getLast());
        assertTrue(texts.size() < 250, () -> texts.size() + " messages");
    }

    @Test
    void aByteOrderMarkAtTheBeginIsNoPieceOfTheText() {
        assertEquals("P", program("\ufeffPROGRAM P: BEGIN AWAIT END; END;").name());
        assertEquals("1:9: expected the name of the program, found ':'", PdlText.read("\ufeffPROGRAM : BEGIN AWAIT END; END;").findings()
            .getFirst().toString());
    }

    @Test
    void aCharacterThatIsNotSeenIsToldByItsNumber() {
        assertEquals("expected a value, found 'U+FEFF', which stands for nothing", PdlText.read(String.format(Locale.ROOT, FRAME,
            "a = \ufeff")).findings().getFirst().text());
        assertEquals("expected a value, found '!U+00A0', which stands for nothing", PdlText.read(String.format(Locale.ROOT, FRAME,
            "a = !\u00a0")).findings().getFirst().text());
    }

    @Test
    void namesThatAreNotDeclaredAreToldSoonHoweverManyThereAre() {
        String names = IntStream.range(0, 20_000).mapToObj(i -> "x" + i).collect(Collectors.joining(" = 1; ", "", " = 1"));
        String variables = IntStream.range(0, 20_000).mapToObj(i -> "v" + i).collect(Collectors.joining(", "));
        assertEquals(20_002, PdlText.read("PROGRAM P: VAR " + variables + "; BEGIN " + names + "; AWAIT END; END;").findings().stream()
            .filter(finding -> !finding.isWarning()).count());
    }

    @Test
    void aTextThatIsTooLongIsNotRead() {
        assertEquals("1:1: a program has at most 1,048,576 characters, this one has 1,048,577",
            PdlText.read(" ".repeat(PdlText.MAX_CHARACTERS + 1)).findings().getFirst().toString());
    }
}
