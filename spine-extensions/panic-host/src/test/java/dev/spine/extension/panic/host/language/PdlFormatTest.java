package dev.spine.extension.panic.host.language;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PdlFormatTest {
    static List<String> examples() {
        return Examples.names().toList();
    }

    /** What a text says, without how. */
    private static List<String> words(String text) {
        return Tokens.of(text).stream().map(token -> token.kind() == Token.Kind.KEYWORD ? token.word() : token.text().strip()).toList();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aProgramSaysTheSameAsBeforeAndIsNotChangedAgain(String name) {
        String written = PdlFormat.format(Examples.text(name));
        assertEquals(words(Examples.text(name)), words(written));
        assertEquals(written, PdlFormat.format(written));
    }

    private static String block(String statements) {
        return "PROGRAM P:\n  VAR a, b;\n  BEGIN\n" + statements + "    AWAIT\n  END;\nEND;\n";
    }

    @Test
    void aMinusOfOneValueStandsAtItAlsoAtAParenthesis() {
        String written = block("    a = -(a + 1);\n    a = 3 * -(-b) - (b) - (-(a));\n    a = NOT -(a);\n    a = b  # c\n        - (a);\n");
        assertEquals(written, PdlFormat.format(written.replace("-", " - ")));
        assertEquals(written, PdlFormat.format(written));
    }

    @Test
    void aBlockBehindACommentBeginsWhereItEnds() {
        String written = """
            PROGRAM P:
              TRIGGERS 1, 2;
              BEGIN
                IF LENGTH THEN  # one
                BEGIN
                  DISPLAY 1;
                  STOP
                END ELSE  # two
                BEGIN STOP END
              END;
              MESSAGE 1:  # three
              BEGIN
                STOP
              END;
              MESSAGE 2:
              # four
              BEGIN STOP END;
            END;
            """;
        assertEquals(written, PdlFormat.format(written));
    }

    @Test
    void linesEndAsTheFirstOneDoes() {
        String written = block("    a = 1;  # c\n\n    # d\n    b = 2;\n");
        assertEquals(written.replace("\n", "\r\n"), PdlFormat.format(written.replace("\n", "\r\n")));
        assertEquals(written, PdlFormat.format(written.replace("b = 2;\n", "b = 2;\r\n")));
    }

    @Test
    void aByteOrderMarkIsLeftOut() {
        assertEquals(block("    a = 1;\n"), PdlFormat.format("\ufeff" + block("    a = 1;\n")));
    }

    @Test
    void eachStatementHasItsLine() {
        assertEquals("""
            PROGRAM P ID 7:
              VAR a, b[4];
              TRIGGERS 1;
              BEGIN
                a = -1;

                WHILE a < (3 - 1) * 2 DO a = a + 1;
                IF FLAG(a) THEN BEGIN
                  b[a - 1] = PACKET[0];  # kept
                  # alone
                  STOP
                END ELSE AWAIT
              END;
              MESSAGE 1: BEGIN SEND b[0] LEN 8 AS 1 TO 2 AT 0:0:0:1:2:3:4:5; AWAIT 1 END;
            END;
            """, PdlFormat.format("""
            program P id 7 : var a,b [4]; triggers 1;
            begin a=-1;


              while a<(3-1)*2 do a=a+1; if flag (a) then begin b[a-1]=packet[0];# kept
                   # alone
            stop
            end
            else await
            end;
            message 1:begin send b[0] len 8 as 1 to 2 at 0:0:0:1:2:3:4 : 5;await 1 end; end;"""));
    }
}
