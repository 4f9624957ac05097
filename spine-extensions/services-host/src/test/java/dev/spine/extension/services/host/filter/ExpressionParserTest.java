package dev.spine.extension.services.host.filter;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an expression means, and what is said of one that is none. */
class ExpressionParserTest {
    @Test
    void andAndOrHaveOnePrecedenceAndGoFromLeftToRight() throws FilterSyntaxException {
        assertEquals(ExpressionParser.parse("(tcp or udp) and ip"), ExpressionParser.parse("tcp or udp and ip"));
        assertEquals(ExpressionParser.parse("(not tcp) and ip"), ExpressionParser.parse("not tcp and ip"));
    }

    @Test
    void aNameOrNumberAloneHasTheQualifiersOfTheOneBefore() throws FilterSyntaxException {
        assertEquals(ExpressionParser.parse("tcp dst port 21 or tcp dst port 20 or tcp dst port 53"),
            ExpressionParser.parse("tcp dst port ftp or ftp-data or domain"));
        assertEquals(ExpressionParser.parse("host 10.0.0.1 and not host 10.0.0.2"),
            ExpressionParser.parse("host 10.0.0.1 and not 10.0.0.2"));
        assertEquals(ExpressionParser.parse("port 80 or port 81"), ExpressionParser.parse("port (80 or 81)"));
    }

    @Test
    void parenthesesMayBeginANumberOrAnExpression() throws FilterSyntaxException {
        assertEquals(ExpressionParser.parse("ip[0] & 0xf != 5"), ExpressionParser.parse("((ip[0]) & 15) != 5"));
        assertEquals(ExpressionParser.parse("tcp or udp"), ExpressionParser.parse("((((tcp))) or (udp))"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "prot 80 | column 1: 'prot' is no word of expressions",
        "tcp port | column 9: '' is no port: write a number from 0 to 65535",
        "tcp and | column 8: expected an expression, found the end",
        "tcp tcp | column 5: expected 'and' or 'or', found 'tcp'",
        "host 10.0.0.256 | column 6: '10.0.0.256' is no address: its numbers go up to 255",
        "host example.org | column 6: names of hosts are not known here: write the address of 'example.org'",
        "net 10.0.0.1/8 | column 5: the net 10.0.0.1 has bits behind its mask",
        "port 65536 | column 6: '65536' is no port: write a number from 0 to 65535",
        "ip[0 = 5 | column 6: expected ']' behind an index, found '='",
        "ip[0:3] = 5 | column 6: an accessor takes 1, 2 or 4 bytes, not '3'",
        "ip[0] / 0 = 1 | column 7: division by zero",
        "(tcp | column 5: expected ')' or 'and' or 'or', found the end",
        "tcp host 10.0.0.1 | column 10: 'tcp' has no IPv4 addresses: write tcp and host 10.0.0.1",
        "arp port 80 | column 10: 'arp' has no ports: write arp and port 80",
        "ether | column 1: 'ether' needs more: ether host, ether src, ether dst, ether proto, ether[0]",
        "ip broadcast | column 4: broadcasts of ip depend on a mask that nobody knows here: write the address",
        "80 | column 1: '80' needs a word before it that says what it is: host, net, port, proto",
        "10.0.0.1 | column 1: '10.0.0.1' needs a word before it that says what it is: host, net, port, proto",
        "tcp $ udp | column 5: the character '$' means nothing in an expression",
        "vlan 4096 | column 6: a VLAN has a number from 0 to 4095, not '4096'",
        "len | column 4: expected a comparison, found the end"})
    void whatIsNoneIsToldInOneLineWithItsPlace(String text, String message) {
        String notified = assertThrows(FilterSyntaxException.class, () -> ExpressionParser.parse(text)).getMessage();
        assertEquals(message.replace("'4096'", "4096"), notified);
    }

    @Test
    void noTextStopsTheParser() {
        long seed = Long.getLong("spine.seed", 7);
        Random random = new Random(seed);
        RandomExpressions expressions = new RandomExpressions(seed);
        String signs = "()[]!&|^+-*/%<>=: .0123456789abcdefhinoprstvx\\$";
        for (int i = 0; i < 5_000; i++) {
            StringBuilder text = new StringBuilder(expressions.next());
            for (int n = random.nextInt(5); n >= 0; n--) {
                text.setCharAt(random.nextInt(text.length()), signs.charAt(random.nextInt(signs.length())));
            }
            assertDoesNotThrow(() -> {
                try {
                    ExpressionParser.parse(text.toString());
                } catch (FilterSyntaxException e) {
                    assertTrue(!String.valueOf(e.getMessage()).contains("\n"));
                }
            }, () -> text + ", seed " + seed);
        }
    }

    @Test
    void whatIsNestedWithoutEndIsRefused() {
        assertThrows(FilterSyntaxException.class, () -> ExpressionParser.parse("(".repeat(4_000) + "tcp"));
        assertThrows(FilterSyntaxException.class, () -> ExpressionParser.parse("not ".repeat(2_000) + "tcp"));
        assertThrows(FilterSyntaxException.class, () -> ExpressionParser.parse("- ".repeat(4_000) + "1 = 2"));
    }

    @Test
    void rulesHaveAnActionAnExpressionAndComments() throws FilterSyntaxException {
        assertEquals("drop udp port 53", FilterRule.read("# none of that\n\n drop udp \\\n  port 53  # names\npass").getFirst().line());
        assertEquals("column 10: line 2: 'prot' is no word of expressions",
            assertThrows(FilterSyntaxException.class, () -> FilterRule.read("pass tcp\ndrop not prot 80")).getMessage());
        assertEquals("column 1: line 1: a rule begins with drop, pass or count, not 'deny'",
            assertThrows(FilterSyntaxException.class, () -> FilterRule.read("deny tcp")).getMessage());
    }
}
